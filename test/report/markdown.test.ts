import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { writeMarkdownReport } from '../../src/report/markdown.ts'
import { countRuns } from '../setup/count-runs.ts'
import { check, createResult, joinPieces, run } from './records.ts'
import { createHostileRun, hostile, shapes } from './shapes.ts'

/** As permissive as a renderer gets: HTML is let through, and what looks like an address becomes a link. */
const renderer = new MarkdownIt({ html: true, linkify: true })

describe('writeMarkdownReport()', () => {
  test('lets no text become a link, an image, a heading, a list or HTML, whatever it is', async () => {
    const structure = await structureOf('plain')

    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await structureOf(text)).toEqual(structure)
      }),
      { numRuns: countRuns(300) },
    )
  })

  test('shows text as it is, made safe for a line', async () => {
    const html = renderer.render(
      await joinPieces(writeMarkdownReport([{ run: toRecordedRun(createHostileRun('a_b_c *d* <e> [f](g) 1. x')) }])),
    )

    expect(html).toContain('a_b_c *d* &lt;e&gt; [f](g) 1. x')
  })

  test('notifies nobody: mentions and references are code', async () => {
    const html = renderer.render(
      await joinPieces(writeMarkdownReport([{ run: toRecordedRun(createHostileRun(`Ask (@acme/owners), see #12.`)) }])),
    )

    expect(html).toContain('Ask (<code>@acme/owners</code>), see <code>#12</code>.')
    expect(html.replace(/<code>.*?<\/code>/g, '')).not.toMatch(/@acme|#12/)
  })

  test('fits into a comment on GitHub, and counts what it leaves out', async () => {
    const results = Array.from({ length: 50 }, (_, index) =>
      createResult({
        status: 'fail',
        title: hostile,
        resource: { type: 'user', id: `${index}` },
        remediation: hostile.repeat(3),
      }),
    )
    const checks = Array.from({ length: 70 }, (_, index) =>
      check({ id: `check-${index}`, title: `Check ${index}`, status: 'fail', results }),
    )

    const text = await joinPieces(writeMarkdownReport([{ run: toRecordedRun(run(...checks)), rest: 'see run.json' }]))

    expect(text.length).toBeLessThan(65_536)
    expect(text).toContain('… and 20 more checks.')
    expect(text).toContain('… and 30 more (see run.json)')
    expect(text).toMatch(/_\d+ more sections left out/)
    expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)?.length ?? 0)
  })

  test('puts what could not be told before what fails, with kind and missing scope', async () => {
    const text = await joinPieces(writeMarkdownReport(shapes.ordinary ?? []))

    expect(text).toContain('## acme 1.0.0: could not tell')
    expect(text).toContain(
      '> **Could not tell: The audit log is kept for a year** (`permission`, `HTTP_PERMISSION_DENIED`)',
    )
    expect(text).toContain('Missing: `audit:read`.')
    expect(text.indexOf('Could not tell: The audit')).toBeLessThan(text.indexOf('No second factor'))
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'<>&"\'`|[](){}!@#*_~\\/:;-=+.\u202e\r\n\t a1'), minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    hostile,
    '- a',
    '1. a',
    '# a',
    '===',
    '---',
    '> a',
    '    code',
    '```',
    '[a]: https://x.example',
    '<!--',
    '</details>',
    'a@b.example',
  ),
)

/** The renderer's output for a report in which every text is this one, without the texts. */
async function structureOf(text: string): Promise<readonly string[]> {
  const tokens = renderer.parse(
    await joinPieces(writeMarkdownReport([{ run: toRecordedRun(createHostileRun(text)) }])),
    {},
  )
  return tokens.flatMap((token) => [
    token.type === 'html_block' ? token.content.replace(/<b>.*<\/b>/, '<b></b>') : `${token.type} ${token.tag}`,
    ...(token.children ?? [])
      .map(({ type }) => type)
      // How many words are code, and where lines break between them, depends on the words.
      .filter((type) => !['text', 'text_special', 'code_inline', 'softbreak'].includes(type)),
  ])
}
