import type { BundleSource, RecordFile } from '../../../evidence/bundle/bundle-source.ts'
import { readRecordIds } from '../../../evidence/package/check-sample.ts'
import { drawSample } from '../../../evidence/sampling/draw-sample.ts'
import { append, type Content, createDetails, createElement } from './element.ts'
import { readPath, toList, toText } from './format-value.ts'
import type { ShownRun } from './read-bundle.ts'
import { createId } from './show-checks.ts'
import type { PageWords } from './words.ts'

/** How complete a list is, by what its run says. */
export function createPopulation({ members }: ShownRun, file: RecordFile, { texts, number }: PageWords): Content {
  const outcome = toList(members.get('inventories')).find((each) => {
    const [of, part] = ['of', 'part'].map((member) => toText(readPath(each, member)))
    return file.endsWith(`/${part ? `${of}.${part}` : of}.jsonl`)
  })
  if (outcome === undefined) return undefined
  const isWhole = readPath(outcome, 'complete') === true
  const leavesOut = toList(readPath(outcome, 'leavesOut')).map(toText)
  const error = toText(readPath(outcome, 'error', 'message'))
  const total = readPath(outcome, 'total')
  const isComplete = isWhole && leavesOut.length === 0 && total === readPath(outcome, 'count')
  const isUnconfirmed = isWhole && leavesOut.length === 0 && !isComplete
  const { completenessWords } = texts
  const completeness = completenessWords[isComplete ? 'complete' : isUnconfirmed ? 'unconfirmed' : 'incomplete']
  const count = number(Number(readPath(outcome, 'count')))
  const counted = typeof total === 'number' && !isComplete ? texts.countedByVendor({ count: number(total) }) : ''
  const own = isUnconfirmed ? [texts.unconfirmed] : [error, ...leavesOut]
  const reasons = [...own, counted].filter((each) => each !== '')
  return [
    createElement('p', {}, texts.population({ count, completeness })),
    ...reasons.map((each) => createElement('p', { class: 'soft' }, each)),
  ]
}

/** A form that draws a sample of the records, by the seed of whoever looks. */
export function createDraw(source: BundleSource, file: RecordFile, words: PageWords): Content {
  const { texts, number } = words
  return createDetails(
    [texts.draw],
    () => {
      const seed = createElement('input', { id: createId(), autocomplete: 'off', spellcheck: 'false' })
      const size = createElement('input', { id: createId(), type: 'text', autocomplete: 'off' })
      size.value = '25'
      const button = createElement('button', { type: 'button' }, texts.draw)
      const drawn = createElement('div', { 'aria-live': 'polite' })
      button.addEventListener('click', async () => {
        const count = Number(size.value)
        if (seed.value === '' || !Number.isInteger(count) || count < 1) return
        const draw = drawSample(await readRecordIds(source, file), seed.value, count)
        drawn.replaceChildren()
        const facts = {
          drawn: number(draw.drawn.length),
          count: number(draw.populationSize),
          sha256: draw.populationSha256,
        }
        append(drawn, [
          createElement('p', { class: 'soft' }, texts.drawnOf(facts)),
          createElement('ol', {}, ...draw.drawn.map((id) => createElement('li', {}, createElement('code', {}, id)))),
        ])
      })
      return [
        createElement('label', { for: seed.id }, texts.seed),
        seed,
        createElement('label', { for: size.id }, texts.sampleSize),
        size,
        button,
        drawn,
      ]
    },
    { class: 'later' },
  )
}
