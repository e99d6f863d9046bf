/** An answer with everything Markdown has that a page must draw: and some things it must not. */
export const longAnswer = `# Findings

A paragraph with **bold**, *italic*, \`code\`, a [link](https://example.com/) and ~~struck~~ words.

- one
  - nested
- two

1. first
2. second

> A quotation.

| file | lines |
| --- | ---: |
| a.ts | 12 |
| b.ts | 340 |

\`\`\`ts
export const answer: number = 42; // the usual
\`\`\`

\`\`\`python
print("no highlighting without a grammar")
\`\`\`

![a picture from elsewhere](https://example.com/tracker.png)

<img src="https://example.com/x.png" onerror="window.pwned = true"><script>window.pwned = true</script>

---

Done.
`;
