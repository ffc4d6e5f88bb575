import type { BundleSource } from '../../../evidence/bundle/bundle-source.ts'
import { type Content, createDetails, createElement } from './element.ts'
import { createCode, readPath, toList, toText } from './format-value.ts'
import { createMark, type DifferencesByPlace } from './places.ts'
import { type ExchangePlace, readExchange } from './read-bundle.ts'
import type { PageWords } from './words.ts'

/** One exchange, with what was asked and answered. */
export function createExchange(
  source: BundleSource,
  place: ExchangePlace,
  places: DifferencesByPlace,
  words: PageWords,
): Content {
  const key = `exchanges.har ${place.path}`
  return createDetails(
    [
      `${words.texts.exchange({ number: place.number })} `,
      createElement('code', {}, place.summary),
      createMark(places, key),
    ],
    async () => {
      const entry = await readExchange(source, place)
      return [
        createMessage(words.texts.request, readPath(entry, 'request'), readPath(entry, 'request', 'postData'), words),
        createMessage(words.texts.answer, readPath(entry, 'response'), readPath(entry, 'response', 'content'), words),
      ]
    },
    { class: 'later', open: places.has(key) },
  )
}

function createMessage(title: string, message: unknown, body: unknown, words: PageWords): Content {
  const headers = toList(readPath(message, 'headers')).map(
    (header) => `${toText(readPath(header, 'name'))}: ${toText(readPath(header, 'value'))}`,
  )
  const first = ['method', 'url', 'status', 'statusText'].map((name) => toText(readPath(message, name))).filter(Boolean)
  const text = readPath(body, 'text')
  return [
    createElement('p', { class: 'part' }, title),
    createElement('pre', { tabindex: '0' }, [first.join(' '), ...headers].join('\n')),
    text === undefined ? undefined : createCode(text, words),
  ]
}
