/** P3: the page that runs model files has a policy of its own, and the app's stays strict. */
import { expect, test } from "vitest";
import { LOCAL_MODEL_PAGE, headers, headersFor, metaPolicyFor } from "../../../src/core/serving-headers.js";

const directivesOf = (policy: string) =>
  new Map(policy.split("; ").map((directive) => [directive.split(" ")[0]!, directive.split(" ").slice(1)]));
const policyOf = (path: string) => directivesOf(headersFor(path)["content-security-policy"]!);

test("blob workers are for that page alone", () => {
  expect(policyOf("/").get("worker-src")).toEqual(["'self'"]);
  expect(policyOf(LOCAL_MODEL_PAGE).get("worker-src")).toEqual(["blob:"]);
});

test("that page reaches nothing but this origin, and shows nothing", () => {
  const sources = [...policyOf(LOCAL_MODEL_PAGE)].flatMap(([name, values]) =>
    values.map((value) => `${name} ${value}`),
  );
  expect(sources.filter((source) => !/'none'|'self'|'wasm-unsafe-eval'| blob:$/.test(source))).toEqual([]);
  expect(policyOf(LOCAL_MODEL_PAGE).get("default-src")).toEqual(["'none'"]);
});

test("only the app frames it, and nobody frames the app", () => {
  expect(policyOf(LOCAL_MODEL_PAGE).get("frame-ancestors")).toEqual(["'self'"]);
  expect(policyOf("/index.html").get("frame-ancestors")).toEqual(["'none'"]);
});

test("whatever else is sent with a page is sent with that one", () => {
  const { "content-security-policy": _app, ...rest } = headers;
  expect(headersFor(LOCAL_MODEL_PAGE)).toMatchObject(rest);
});

test("what stands in a page is the header without the framing, which a page can't say", () => {
  for (const path of ["/", LOCAL_MODEL_PAGE]) {
    const { "content-security-policy": header = "" } = headersFor(path);
    expect(header.startsWith(`${metaPolicyFor(path)}; frame-ancestors`)).toBe(true);
  }
});

test("what runs a Model's commands and scripts reaches nothing, this origin neither", () => {
  for (const name of ["shell", "javascript", "git"]) {
    const policy = policyOf(`/assets/${name}.worker-A1_b-2.js`);
    expect(policy.get("default-src"), name).toEqual(["'none'"]);
    expect([...policy.keys()].filter((each) => each.endsWith("-src")).toSorted()).toEqual([
      "default-src",
      "script-src",
    ]);
    expect(policy.get("script-src")).toEqual(["'self'"]);
  }
  expect(headersFor("/assets/log.worker-A1.js")).toBe(headers);
});
