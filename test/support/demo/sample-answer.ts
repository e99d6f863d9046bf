/** An answer with everything in it that Markdown can show. */
export const sampleAnswer = `You noted **four herons** in two months. March had three of them, all on the same morning:

> Three herons at the weir.

## By month

| Month | Herons | Where |
| --- | --- | --- |
| March | 3 | the weir |
| April | 1 | the upper pond |

1. I read \`notes/march.md\` and \`notes/april.md\`.
2. I counted lines that name a heron:
   - plural forms count by their number,
   - the same bird on the same day counts once.
3. Nothing else in the folder mentions them.

The count can be repeated with this:

\`\`\`python
import re

NUMBERS = {"one": 1, "two": 2, "three": 3}

def tally(lines: list[str]) -> int:
    """How many herons the lines name."""
    found = (re.search(r"(\\w+) herons?", line, re.I) for line in lines)
    return sum(NUMBERS.get(match[1].lower(), 1) for match in found if match)
\`\`\`

More on the species is at [the bird atlas](https://example.org/heron). ![A heron at dusk](https://example.org/heron.jpg)
`;
