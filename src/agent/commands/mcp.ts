/** `/mcp`: comes with MCP servers. */
import { announce } from "./command.js";

export const mcp = announce(
  { name: "mcp", description: "Lists connected MCP servers" },
  "MCP servers come with a later version; none are connected.",
);
