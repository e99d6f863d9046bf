/** `/resume`: opens an earlier Session. */
import { AgentError } from "../../core/errors.js";
import { rankFuzzy } from "../../core/search/fuzzy.js";
import { defineCommand } from "./command.js";
import { asPlain } from "../../core/text/markdown-text.js";
import { commandWords } from "./command-words.js";

/** Sessions whose titles are searched: as many as the list shows at first. */
const LISTED = 100;
const SHOWN = 10;

export const resume = defineCommand({
  name: "resume",
  description: "Lists your sessions, or opens the one whose title fits",
  usage: "[words of its title]",
  async run(args, { say, ask, log, session }) {
    const all = (await log.sessions({ limit: LISTED })).filter(({ id }) => id !== session.id);
    if (args === "") {
      ask({ kind: "sessions" });
      const lines = all
        .slice(0, SHOWN)
        .map(({ id, title }) => `- [${asPlain(title || "Untitled session")}](#/session/${id})`);
      return say(lines.length > 0 ? ["Your newest sessions:", "", ...lines].join("\n") : "There is no other session.");
    }
    const [found] = rankFuzzy(args, all, ({ title }) => title);
    if (!found) throw new AgentError("NotFoundError", commandWords.noSession(args));
    ask({ kind: "session", id: found.id });
  },
});
