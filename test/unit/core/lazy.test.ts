import { expect, expectTypeOf, test } from "vitest";
import { lazy, once } from "../../../src/core/lazy.js";

interface Greeter {
  readonly name: string;
  greet(whom: string): Promise<string>;
  farewell(): Promise<string>;
  forget(): void;
}

class German implements Greeter {
  readonly name = "German";
  readonly #greeted: string[] = [];

  async greet(whom: string) {
    this.#greeted.push(whom);
    return `Guten Tag, ${whom}`;
  }
  async farewell() {
    return `Auf Wiedersehen, ${this.#greeted.join(" und ")}`;
  }
  forget() {
    this.#greeted.length = 0;
  }
}

test("a part is made with the first call, and once", async () => {
  let made = 0;
  const greeter = lazy(async () => (made++, new German()), ["greet", "farewell"]);
  expect(made).toBe(0);

  const greeted = await Promise.all([greeter.greet("Ada"), greeter.greet("Alan")]);

  expect(greeted).toEqual(["Guten Tag, Ada", "Guten Tag, Alan"]);
  expect(await greeter.farewell()).toBe("Auf Wiedersehen, Ada und Alan");
  expect(made).toBe(1);
});

test("its methods can be taken out of it, and are the only ones it has", async () => {
  const greeter = lazy(async () => new German(), ["greet"]);
  const { greet } = { ...greeter };

  expect(Object.keys(greeter)).toEqual(["greet"]);
  expect(await greet("Ada")).toBe("Guten Tag, Ada");
});

test("only methods that give a promise can be named, and only those named are there", () => {
  const make = async (): Promise<Greeter> => new German();

  expectTypeOf(lazy(make, ["greet", "farewell"])).toEqualTypeOf<Pick<Greeter, "greet" | "farewell">>();
  // @ts-expect-error forget gives nothing to wait for
  lazy(make, ["forget"]);
  // @ts-expect-error a name is not a method
  lazy(make, ["name"]);
  // @ts-expect-error farewell is missing
  const whole: Pick<Greeter, "greet" | "farewell"> = lazy(make, ["greet"]);
  expect(Object.keys(whole)).toEqual(["greet"]);
});

test("a part that could not be made is told to those who waited, and tried again by the next", async () => {
  let isOnline = false;
  const greeter = lazy(async () => {
    if (!isOnline) throw new Error("offline");
    return new German();
  }, ["greet"]);

  const failed = await Promise.allSettled([greeter.greet("Ada"), greeter.greet("Alan")]);
  isOnline = true;

  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await greeter.greet("Ada")).toBe("Guten Tag, Ada");
});

test("what concerns a part only once it is used does not make it", async () => {
  let made = 0;
  const greeter = once(async () => (made++, new German()));

  greeter.ifAsked((part) => part.forget());
  expect(made).toBe(0);

  const loading = greeter();
  await (await loading).greet("Ada");
  greeter.ifAsked((part) => part.forget());
  await Promise.resolve();
  expect(await (await greeter()).farewell()).toBe("Auf Wiedersehen, ");
  expect(made).toBe(1);
});

test("a part that could not be made is told nothing", async () => {
  const greeter = once<German>(() => Promise.reject(new Error("offline")));

  const asked = greeter();
  greeter.ifAsked(() => expect.fail("There is no part."));

  await expect(asked).rejects.toThrow("offline");
});
