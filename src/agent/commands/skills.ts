/** `/skills`: announces what comes later. */
import { announce } from "./command.js";

export const skills = announce(
  { name: "skills", description: "Lists the skills there are" },
  "Skills come with a later version; none are installed.",
);
