import { expect, test } from "vitest";
import {
  createLineRuns,
  kindOfRun,
  scanDefinitions,
  type DefinitionStyle,
} from "../../../../src/core/search/search-definitions.js";
import { scanRuns } from "../../../../src/core/search/search-words.js";

/** What a line defines. */
function defined(line: string, style: DefinitionStyle = "code"): readonly string[] {
  const runs = createLineRuns();
  scanRuns(line, 0, line.length, (from, to) => {
    runs.starts[runs.count] = from;
    runs.ends[runs.count] = to;
    runs.kinds[runs.count++] = kindOfRun(line.slice(from, to));
  });
  const names: string[] = [];
  scanDefinitions(line, 0, line.length, runs, style, (run) =>
    names.push(line.slice(runs.starts[run]!, runs.ends[run]!)),
  );
  return [...new Set(names)];
}

test.each([
  ["export function startServer(port) {", "startServer"],
  ["function* walk() {", "walk"],
  ["export default class Agent {", "Agent"],
  ["  const port = 8080;", "port"],
  ["def read_file(path):", "read_file"],
  ["pub fn open_file(path: &Path) -> File {", "open_file"],
  ["export interface Workspace {", "Workspace"],
  ["#define MAX_SIZE 10", "MAX_SIZE"],
])("R1: %s", (line, name) => expect(defined(line)).toContain(name));

test.each([
  ['  "port": 8080,', "port"],
  ["  port: 8080,", "port"],
  ["PORT=8080", "PORT"],
  ["exports.readPath = readPath;", "readPath"],
  ["Agent.prototype.send = function () {", "send"],
  ["  this.limit = 3;", "limit"],
  ["  --accent-color: #0a7;", "accent-color"],
])("R2: %s", (line, name) => expect(defined(line)).toContain(name));

test.each([
  ["  async send(message) {", "send"],
  ["  get count() {", "count"],
  ["constructor(name) {", "constructor"],
])("R3: %s", (line, name) => expect(defined(line)).toContain(name));

test.each(["  if (port) {", "  port == 8080", "  listen(port);", "return port;", "(port) => port", "a plain sentence"])(
  "nothing is defined by: %s",
  (line) => expect(defined(line)).toEqual([]),
);

test("R4: a heading's words are defined, the text below is not", () => {
  expect(defined("## The port", "headings")).toEqual(["The", "port"]);
  expect(defined("port: 8080", "headings")).toEqual([]);
});
