/** Where media go in a request to Gemini. */
import { expect, test } from "vitest";
import type { Content, Part } from "../../../../../src/core/content.js";
import { contentsFor } from "../../../../../src/platform/models/gemini/gemini-contents.js";

const media = (mimeType: string): Part => ({ inlineData: { mimeType, data: "AAAA" } });
const results = (...given: readonly (readonly Part[])[]): Content => ({
  role: "user",
  parts: given.map((parts, at) => ({ functionResponse: { id: `${at}`, name: `tool${at}`, response: {}, parts } })),
});
/** The notation: a turn in brackets; `r` a result, with what it holds behind it; `t` words. */
const shape = (contents: readonly Content[]): string =>
  contents.map(({ parts }) => `[${parts.map(partShape).join(" ")}]`).join("");
const partShape = ({ functionResponse, inlineData, text }: Part): string => {
  if (functionResponse) return `r${(functionResponse.parts ?? []).map((part) => `+${partShape(part)}`).join("")}`;
  return inlineData ? inlineData.mimeType.replace(/.*\//, "") : text?.startsWith("[") ? "unseen" : "t";
};

test.each([
  ["gemini-2.5-pro", ["image/png"], "[r][t png]"],
  ["models/gemini-2.5-flash", ["application/pdf"], "[r][t pdf]"],
  ["gemini-flash-latest", ["image/png"], "[r][t png]"],
  ["gemma-4-31b-it", ["image/png"], "[r][t png]"],
  ["gemini-3-pro-preview", ["image/png", "application/pdf"], "[r+png+pdf]"],
  ["gemini-3.5-flash", ["image/jpeg"], "[r+jpeg]"],
  ["gemini-3-flash-preview", ["image/png", "audio/wav"], "[r+png][t wav]"],
  ["gemini-2.5-pro", ["image/gif"], "[r][t unseen]"],
  ["gemini-3-pro-preview", ["image/bmp"], "[r][t unseen]"],
])("R1–R3 %s is sent %j in a result as %s", (model, types, sent) =>
  expect(shape(contentsFor(model, [results(types.map(media))]))).toBe(sent),
);

test("R2 several results stay beside each other, and what they attached follows, each under its Tool's name", () => {
  const sent = contentsFor("gemini-2.5-pro", [results([media("image/png")], [], [media("image/webp")])]);
  expect(shape(sent)).toBe("[r r r][t png t webp]");
  const labels = sent[1]!.parts.map(({ text = "" }) => /tool\d/.exec(text)?.[0]);
  expect(labels).toEqual(["tool0", undefined, "tool2", undefined]);
});

test("R3 a picture of the user's that no Gemini takes is named", () => {
  const [said] = contentsFor("gemini-2.5-pro", [{ role: "user", parts: [{ text: "Look" }, media("image/gif")] }]);
  expect(said!.parts[1]).toEqual({ text: "[image/gif, which this model can't see]" });
});

test("R4 what needs no change is the same object", () => {
  const contents: readonly Content[] = [
    { role: "user", parts: [{ text: "Look" }, media("image/png")] },
    { role: "user", parts: [{ functionResponse: { name: "glob", response: {} } }] },
  ];
  for (const [at, sent] of contentsFor("gemini-2.5-pro", contents).entries()) expect(sent).toBe(contents[at]);
});
