import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderLongMarkdown, renderMarkdown } from '../../../../src/things/connectors/pages/render-markdown.ts'

describe('renderLongMarkdown()', () => {
  test('gives what one go gives: links that are named elsewhere too', async () => {
    const text = `${'A [b][x], and *c*.\n\n- d\n  - e\n\n'.repeat(600)}[x]: https://x.example\n`

    const html = await renderLongMarkdown(text)

    expect(html.match(/<a href="https:\/\/x\.example"/g)).toHaveLength(600)
    expect(html.match(/<ul>\n<li>d\n<ul>\n<li>e<\/li>\n<\/ul>\n<\/li>\n<\/ul>/g)).toHaveLength(600)
  })

  test.each([
    ['a paragraph', `${'['.repeat(60_000)}`],
    ['a table with cells that nobody wrote', `|${'a|'.repeat(3_000)}\n|${'-|'.repeat(3_000)}\n${'|\n'.repeat(14)}|`],
  ])('shows %s that would take long as it is written', async (_what, text) => {
    const html = await renderLongMarkdown(`# One\n\n${text}\n\n# Two\n`)

    expect(html).toBe(`<h3>One</h3>\n<pre>${text}</pre>\n<h3>Two</h3>\n`)
  })
})

describe('renderMarkdown()', () => {
  test('gives what instructions are made of', () => {
    const html = renderMarkdown(
      '# One\n\n1. Open **Settings**\n2. Press `New`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[d](https://x.example/?a=1&b=2)',
    )

    expect(html).toContain('<h3>One</h3>')
    expect(html).toContain('<li>Open <strong>Settings</strong></li>')
    expect(html).toContain('<code>New</code>')
    expect(html).toContain('<th>a</th>')
    expect(html).toContain('<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">d</a>')
  })

  test.each([
    ['[a](javascript:alert(1))'],
    ['[a](JaVaScRiPt:alert(1))'],
    ['[a](java\tscript:alert(1))'],
    ['[a](&#106;avascript:alert(1))'],
    ['[a](data:text/html;base64,PHNjcmlwdD4=)'],
    ['[a](vbscript:x)'],
    ['[a](http://plain.example)'],
    ['[a](//evil.example/x)'],
    ['[a](/sign-out)'],
    ['[a](#top)'],
    ['[a][x]\n\n[x]: javascript:alert(1)'],
    ['<javascript:alert(1)>'],
    ['<a href="https://evil.example" onclick="alert(1)">a</a>'],
    ['<img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>'],
    ['![a](https://evil.example/a.png" onload="alert(1))'],
  ])('lets no link, picture or markup of %j through', (markdown) => {
    expect(renderMarkdown(markdown).replaceAll(/<\/?(?:p|a)>/g, '')).not.toMatch(/<[^>]*>/)
  })

  test('gives, of any text, elements and attributes of its list alone', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '[a](',
        ')',
        'javascript:',
        'https://x.example',
        '![',
        '`',
        '\n\n',
        '    ',
        '&lt;',
        '<!--',
        '-->',
      ),
      fc.constantFrom(
        '<script>',
        '<img src=x onerror=y>',
        '<a href=',
        '<svg/onload=y>',
        '<style>',
        '<iframe>',
        '\0',
        '|',
        '- ',
      ),
    )
    const allowed =
      /^<\/?(?:h[3-6]|p|ul|ol|li|blockquote|hr|br|a|strong|em|s|code|pre|table|thead|tbody|tr|th|td)(?: (?:href="(?:https:\/\/|mailto:)[^"]*"|rel="noopener noreferrer"|target="_blank"|start="\d+"))* ?\/?>$/

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const tags = renderMarkdown(pieces.join('')).match(/<[^>]*>?/g) ?? []
        expect(tags.filter((tag) => !allowed.test(tag))).toEqual([])
      }),
    )
  })
})
