/** Addresses of servers that the Settings take, held to what the page's policy lets through (P3). */
import { expect, test } from "vitest";
import { headersFor } from "../../../../src/core/serving-headers.js";
import { withSetting } from "../../../../src/core/settings/settings-files.js";
import { settingOf } from "../../../../src/core/settings/settings.js";

const policy = headersFor("/")["content-security-policy"]!;
const sources = /connect-src ([^;]*)/.exec(policy)![1]!.split(" ");
/** As browsers read these sources: a scheme, or a scheme, a host and any port. */
const isLetThrough = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return sources.some((source) => source === protocol || source === `${protocol}//${hostname}:*`);
};

const addresses = [
  "https://gateway.example/v1",
  "https://192.168.1.20:8443",
  "http://127.0.0.1:11434",
  "http://127.0.0.1",
  "http://localhost:1234/v1",
  "HTTP://LOCALHOST:1234",
  "http://[::1]:11434",
  "http://127.0.0.2:11434",
  "http://box.localhost:11434",
  "http://localhost.example:11434",
  "http://192.168.1.20:11434",
  "http://0.0.0.0:11434",
  "http://gateway.example",
  "ws://localhost:1234",
  "ftp://127.0.0.1",
  "localhost:11434",
];
const keys = ["model.baseUrl", "model.localServer"] as const;

test.each(keys.flatMap((key) => addresses.map((address) => [key, address] as const)))(
  "P3 %s takes %s only if the policy lets it through",
  (key, address) => expect(settingOf(key).fits(address)).toBe(isLetThrough(address)),
);

test("the policy lets some through, and not all", () => expect(addresses.filter(isLetThrough)).toHaveLength(6));

test.each(keys)("%s may be empty, and what is no address is none", (key) => {
  expect(
    ["", "127.0.0.1:11434", "ollama", "http://localhost:1@gateway.example", 7].map((value) =>
      settingOf(key).fits(value),
    ),
  ).toEqual([true, false, false, false, false]);
});

test.each(keys)("%s says what to do about another machine", (key) => {
  const change = { value: "http://192.168.1.20:11434", scope: "user" } as const;
  expect(() => withSetting("{}", key, change)).toThrow(/https:\/\/.*http:\/\/localhost.*another machine.*tunnel/);
});
