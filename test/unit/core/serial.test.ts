import { expect, test } from "vitest";
import { serial } from "../../../src/core/serial.js";

test("each piece of work begins when the one before has ended", async () => {
  const inTurn = serial();
  const said: string[] = [];
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));

  const one = inTurn(async () => {
    said.push("one begins");
    await released;
    said.push("one ends");
  });
  const two = inTurn(async () => said.push("two begins"));
  await Promise.resolve();
  expect(said).toEqual(["one begins"]);
  release();
  await Promise.all([one, two]);

  expect(said).toEqual(["one begins", "one ends", "two begins"]);
});

test("each caller is given the answer of its own work", async () => {
  const inTurn = serial();

  expect(await Promise.all([inTurn(async () => 1), inTurn(async () => "two")])).toEqual([1, "two"]);
});

test("work that fails is told to its caller, and the next goes on", async () => {
  const inTurn = serial();

  const failing = inTurn(() => Promise.reject(new Error("no room")));
  const throwing = inTurn(() => {
    throw new Error("no paper");
  });
  const next = inTurn(async () => "done");

  await expect(failing).rejects.toThrow("no room");
  await expect(throwing).rejects.toThrow("no paper");
  expect(await next).toBe("done");
});

test("two queues don't wait for each other", async () => {
  const never = new Promise<void>(() => undefined);
  void serial()(() => never);

  expect(await serial()(async () => "done")).toBe("done");
});
