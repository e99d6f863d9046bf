/** `/mcp`: announces what comes later. */
import { announce } from "./command.js";

export const mcp = announce(
  { name: "mcp", description: "Lists connected MCP servers" },
  "MCP servers come with a later version; none are connected.",
);
