/** What axe finds on the page of a browser test, once nothing fades any more: it measures colours as they are. */
import axe, { type RunOptions } from "axe-core";
import { still } from "./still.js";

export async function complaints(where: Element = document.body, options: RunOptions = {}): Promise<string[]> {
  await still();
  const { violations } = await axe.run(where, { resultTypes: ["violations"], ...options });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(" ")}: ${html}: ${failureSummary}`),
  );
}
