import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXmlTags, type XmlEvent } from '../../../src/received/xml/xml-tags.ts'
import { inChunks } from '../receive.ts'

type Unplaced<Event> = Event extends unknown ? Omit<Event, 'from' | 'to'> : never

/** What a document says, without the places. */
async function readTags(text: string, size = 3): Promise<Unplaced<XmlEvent>[]> {
  const all: Unplaced<XmlEvent>[] = []
  for await (const events of readXmlTags(inChunks(text, size)()))
    for (const event of events) {
      if (event.kind === 'open') all.push({ kind: 'open', name: event.name, attributes: event.attributes })
      else if (event.kind === 'close') all.push({ kind: 'close', name: event.name })
      else all.push(event)
    }
  return all
}

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Node | string)[]
}

const name = fc.stringMatching(/^[a-z][a-z-]{0,5}$/)
const text = fc.string({ unit: fc.constantFrom('a', ' ', '<', '>', '&', '"', "'", 'ä', '😀', ']]>', '\n') })
const { node } = fc.letrec<{ node: Node; child: Node | string }>((tie) => ({
  node: fc.record({
    name,
    attributes: fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true }),
    children: fc.array(tie('child'), { maxLength: 3 }),
  }),
  child: fc.oneof(
    { maxDepth: 3 },
    text.filter((each) => each !== ''),
    tie('node'),
  ),
}))

const escapeSigns = (value: string) =>
  value.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`)

function write(each: Node | string): string {
  if (typeof each === 'string') return escapeSigns(each)
  const attributes = Object.entries(each.attributes).map(([key, value]) => ` ${key}="${escapeSigns(value)}"`)
  return `<${each.name}${attributes.join('')}>${each.children.map(write).join('')}</${each.name}>`
}

function listEvents(each: Node | string): Unplaced<XmlEvent>[] {
  if (typeof each === 'string') return [{ kind: 'text', text: each }]
  const { name: tag, attributes, children } = each
  return [{ kind: 'open', name: tag, attributes }, ...children.flatMap(listEvents), { kind: 'close', name: tag }]
}

/** Two texts in a row are one. */
function joinTexts(events: readonly Unplaced<XmlEvent>[]): Unplaced<XmlEvent>[] {
  const joined: Unplaced<XmlEvent>[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + event.text }
    else joined.push(event)
  }
  return joined
}

test('readXmlTags() reads what was written, whatever the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(node, fc.integer({ min: 1, max: 9 }), async (root, size) => {
      expect(joinTexts(await readTags(write(root), size))).toEqual(joinTexts(listEvents(root)))
    }),
  )
})

test('readXmlTags() refuses every beginning of a document', async () => {
  await fc.assert(
    fc.asyncProperty(node, fc.nat(), async (root, at) => {
      const whole = write(root)

      await expect(readTags(whole.slice(0, at % whole.length))).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })
    }),
  )
})

test('readXmlTags() refuses any signs or reads them, and never throws anything else', async () => {
  const sign = fc.constantFrom(
    '<a>',
    '</a>',
    '<a/>',
    '<',
    '>',
    '&',
    ';',
    '"',
    '=',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    ' x',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(sign, { maxLength: 12 }), async (signs) => {
      await readTags(signs.join('')).catch((error: unknown) => expect(error).toMatchObject({ code: 'IMPORT_REFUSED' }))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /document type/],
  ['<a b="1" b="2"/>', /two attributes/],
  ['<a>&#xD800;</a>', /no character/],
  ['<a></b>', /another tag/],
  ['<a/>text<b/>', /outside of its root/],
])('readXmlTags() refuses %s', async (document, message) => {
  await expect(readTags(document)).rejects.toThrow(message)
})

test('readXmlTags() says where each tag stands, whatever the chunks', async () => {
  const document = '<?xml version="1.0"?><!-- ä --><a b="😀>"><c/>text &amp; more</a>'

  const places: string[] = []
  for await (const events of readXmlTags(inChunks(document, 2)()))
    for (const event of events) if (event.kind !== 'text') places.push(document.slice(event.from, event.to))

  expect(places).toEqual(['<a b="😀>">', '<c/>', '<c/>', '</a>'])
})
