import { expect, test } from "vitest";
import { readAddress } from "../../../../src/core/sandbox/web-address.js";

test.each([
  ["https://example.com", "https://example.com/"],
  ["  https://example.com/a?b=c#d ", "https://example.com/a?b=c"],
  ["https://8.8.8.8/x", "https://8.8.8.8/x"],
  ["https://172.32.0.1/", "https://172.32.0.1/"],
])("%s may be read", (said, meant) => expect(readAddress(said).href).toBe(meant));

test.each([
  "example.com",
  "http://example.com", // R1
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://user:pass@example.com/", // R2
  "https://localhost/", // R3
  "https://LOCALHOST:8443/",
  "https://localhost./",
  "https://a.localhost./",
  "https://router./",
  "https://127.0.0.1./",
  "https://nas.localdomain/",
  "https://wiki.corp/",
  "https://198.18.0.1/",
  "https://printer.local/",
  "https://router/",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://metadata.google.internal/",
  "https://１２７.0.0.1/",
])("%s may not", (said) => {
  expect(() => readAddress(said)).toThrow(/Nothing was fetched/);
});
