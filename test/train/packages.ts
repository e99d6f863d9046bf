/** The public packages whose files the estimator is trained on, and how they reach a folder outside the repository. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const corpusFolder = process.env["PALIMPSEST_CORPUS"] ?? path.join(tmpdir(), "palimpsest-corpus");

/** Debian 12 packages, by the licence of their texts. They are only read: what is committed are weights of our own. */
export const debianPackages: Readonly<Record<string, readonly string[]>> = {
  "GPL-2+": [
    ..."zh-cn ja de en fr es".split(" ").map((language) => `debian-reference-${language}`),
    "developers-reference",
    ..."ja ru de fr".split(" ").map((language) => `developers-reference-${language}`),
    "debian-faq",
    ..."zh-cn ja ru de fr".split(" ").map((language) => `debian-faq-${language}`),
    ..."en ja ru fr es".split(" ").map((language) => `aptitude-doc-${language}`),
    ..."installation-guide-amd64 maint-guide-zh-cn mediawiki dokuwiki wordpress-l10n git git-doc".split(" "),
    ..."debhelper bash-completion linux-libc-dev".split(" "),
  ],
  "GPL-2+ or CC-BY-SA-3.0": ["debian-handbook"],
  "GPL, BSD and MIT (man pages)": "ja ru de fr es zh".split(" ").map((language) => `manpages-${language}`),
  "MPL-2.0": [
    ..."zh-cn ja ko ru hi de es en-us".split(" ").map((language) => `libreoffice-help-${language}`),
    ..."libreoffice-l10n-ar firefox-esr-l10n-ar firefox-esr-l10n-ko firefox-esr-l10n-hi-in".split(" "),
  ],
  "CC-BY-3.0": ["gnome-user-docs"],
  "LGPL-2.1+": "libgtk-3-common libglib2.0-dev libc6-dev".split(" "),
  "BSD (fortunes: mixed)": "python3-django fortunes fortunes-ru fortunes-de fortunes-es".split(" "),
  "PSF-2.0": ["libpython3.11-stdlib"],
  MIT: ["python3-pip"],
};

/** npm packages with their licences; versions are fixed so that a second training reads the same texts. */
export const npmPackages: Readonly<Record<string, readonly string[]>> = {
  MIT: [
    ..."antd@5.29.3 element-ui@2.15.14 vant@4.10.2 monaco-editor@0.57.0 emojibase-data@17.0.0".split(" "),
    ..."three@0.187.0 lodash@4.18.1 bootstrap@5.3.8".split(" "),
  ],
  "Apache-2.0": "typescript@5.9.3 rxjs@7.8.2 mathjs@15.2.0".split(" "),
  "WTFPL-2.0": ["wtfjs@1.22.8"],
};

const placeOfDebian = (name: string): string => path.join(corpusFolder, "deb", name);
const placeOfNpm = (spec: string): string => path.join(corpusFolder, "npm", spec.slice(0, spec.lastIndexOf("@")));

/** How many packages have not been fetched. */
export const missingPackages = (): number =>
  [
    ...Object.values(debianPackages).flat().map(placeOfDebian),
    ...Object.values(npmPackages).flat().map(placeOfNpm),
  ].filter((place) => !existsSync(place)).length;

/** Fetches what is missing; a package that is there is left alone. */
export function fetchPackages(): void {
  for (const name of Object.values(debianPackages).flat())
    place(placeOfDebian(name), (folder) => {
      execFileSync("apt-get", ["download", name], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
      const file = readdirSync(folder).find((entry) => entry.endsWith(".deb"))!;
      execFileSync("dpkg-deb", ["-x", file, "files"], { cwd: folder });
      return path.join(folder, "files");
    });
  for (const spec of Object.values(npmPackages).flat())
    place(placeOfNpm(spec), (folder) => {
      execFileSync("npm", ["pack", "--silent", spec], { cwd: folder, stdio: "ignore" });
      const file = readdirSync(folder).find((entry) => entry.endsWith(".tgz"))!;
      execFileSync("tar", ["xzf", file], { cwd: folder });
      return path.join(
        folder,
        readdirSync(folder).find((entry) => !entry.endsWith(".tgz"))!,
      );
    });
}

function place(target: string, fetchInto: (folder: string) => string): void {
  if (existsSync(target)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  const folder = mkdtempSync(path.join(corpusFolder, "fetch-"));
  renameSync(fetchInto(folder), target);
  rmSync(folder, { recursive: true });
}
