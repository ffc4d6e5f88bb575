import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding } from '../../../../src/checks/findings/finding-store.ts'
import { describeFinding, type Passage } from '../../../../src/things/tickets/issues/issue-text.ts'
import { type AtlassianNode, toAtlassianDocument } from '../../../../src/things/tickets/issues/to-atlassian-document.ts'
import { toMarkdown, toPlainTitle } from '../../../../src/things/tickets/issues/to-markdown.ts'
import '../../../setup/properties.ts'

const nasty =
  'x\n```\n~~~\n# <img src=x onerror=alert(1)> @ada [y](javascript:alert(1)) #12 ABC-1 https://evil.example\u202e'

function describeNasty(text: string) {
  const finding = {
    id: '0b7c8f5e-5d1b-5c1c-9c39-3f1a5a3a9a01',
    checkId: 'mfa',
    connectorId: 'acme',
    severity: 'high',
    dueAtMs: 0,
    result: { title: text, resource: { type: text, id: text, name: text }, description: text, remediation: text },
  }
  return describeFinding(finding as unknown as Finding, {
    publicUrl: 'https://checks.example.com',
    marker: 'checkwright1',
  })
}

/** What stands outside of blocks of code, as CommonMark §4.5 ends them. */
function dropFences(markdown: string): string {
  const outside: string[] = []
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
    const [, run = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && run !== '') fence = run
    else if (fence === undefined) outside.push(line)
    else if (run.startsWith(fence) && line.trim() === run) fence = undefined
  }
  if (fence !== undefined) outside.push('a block does not end')
  return outside.join('\n')
}

const labels = ['Finding', 'Resource', 'Check', 'Severity', 'Due', 'Description', 'Remediation', 'Reference']

test('toMarkdown() leaves nothing of a text outside of its block, whatever the text is', () => {
  const frame = dropFences(toMarkdown(describeNasty('A').passages))
  expect(frame).toContain('[Open the finding](<https://checks.example.com/findings/')
  expect(frame.match(/\*\*(\w+)\*\*/g)).toEqual(labels.map((label) => `**${label}**`))
  const texts = fc.oneof(
    fc.constant(nasty),
    fc.string({ unit: fc.constantFrom('`', '~', '\n', '\r', ' ', '@', 'a', '\t') }),
    fc.string({ unit: 'binary' }),
  )

  fc.assert(
    fc.property(texts, (text) => {
      expect(dropFences(toMarkdown(describeNasty(text).passages))).toBe(frame)
    }),
    { numRuns: 40 },
  )
})

test('toAtlassianDocument() makes nodes of text alone: no mention, no card, and one link of ours', () => {
  const nodes: AtlassianNode[] = []
  const collect = (node: AtlassianNode) => {
    nodes.push(node)
    node.content?.forEach(collect)
  }

  collect(toAtlassianDocument(describeNasty(nasty).passages))

  expect(new Set(nodes.map(({ type }) => type))).toEqual(new Set(['doc', 'paragraph', 'codeBlock', 'text']))
  const links = nodes.flatMap(({ marks = [] }) => marks).filter(({ type }) => type === 'link')
  expect(links.map(({ attrs }) => new URL(attrs?.href ?? '').origin)).toEqual(['https://checks.example.com'])
  expect(nodes.filter(({ text }) => text === '')).toEqual([])
})

test('a title is one line that mentions nobody and is not too long', () => {
  const { title } = describeNasty(`${nasty}${'y'.repeat(1_000)}`)

  expect(title).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  expect(title.length).toBeLessThanOrEqual(201)
  expect(toPlainTitle(title)).not.toMatch(/@\w/)
})

test('a value that says nothing is a dash, because a block without text is refused', () => {
  const values = describeNasty(' \u202e ').passages.filter(
    (each): each is Passage & { kind: 'value' } => each.kind === 'value',
  )

  expect(values[0]?.text).toBe('–')
})
