import { frameworkNames } from '../../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import type { NamedThing } from '../../../service/fields/field.ts'
import { parseSearchWords } from '../../../service/records/search-words.ts'
import { loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import type { OwnVisit } from '../../pages/page-route.ts'
import { declaredThings } from '../declared-things.ts'
import { recordsFor } from '../reading/records-for.ts'
import { listAllRecords } from '../services/list-all-records.ts'
import { cutTitle } from './cut-title.ts'

/** Something that a field may name, as people know it. */
export interface ChoiceItem {
  readonly id: string
  readonly label: string
  /** What it stands under. */
  readonly group: string
}

/** Where items are chosen from. */
export interface ItemSource {
  /** @param text words that their labels have; '' for all */
  list(text: string, limit: number): Promise<readonly ChoiceItem[]>
  /** Those that there are. */
  find(ids: readonly string[]): Promise<readonly ChoiceItem[]>
}

/** Records that are looked through for a word: declared things have no index of words. */
const searchedMax = 5_000

/** What a reader may choose from. undefined: the ids of such things are typed. */
export function openChoices(visit: OwnVisit, names: NamedThing): ItemSource | undefined {
  if (names === 'control') return listControls(visit)
  if (names === 'manual-answer') return listAnswers(visit)
  return listRecords(visit, names)
}

/** Controls of the frameworks that come first, and of those that the organization has packages of. */
function listControls({ runtime, person: { organizationId } }: OwnVisit): ItemSource {
  const load = async () => {
    const packages = await runtime.packages.list({ organizationId })
    const ids = [...new Set([...packages.map(({ framework }) => framework), ...frameworkIds])]
    const frameworks = await Promise.all(ids.map((id) => loadFrameworkOf(runtime, { organizationId, id })))
    const items = frameworks.flatMap((framework) =>
      framework === undefined
        ? []
        : framework.controls.map(({ id, title }) => ({
            id,
            label: `${frameworkNames[framework.id] ?? framework.title} ${id}: ${title}`,
            group: framework.title,
          })),
    )
    // One id stands for the controls of all frameworks that have it.
    return [...new Map(items.map((item) => [item.id, item])).values()]
  }
  return {
    list: async (text, limit) => (await load()).filter(hasWords(text)).slice(0, limit),
    find: async (ids) => (await load()).filter(({ id }) => ids.includes(id)),
  }
}

function listAnswers({ runtime, person: { organizationId } }: OwnVisit): ItemSource {
  const { manualAnswers } = runtime.workspace
  const toItem = ({ id, question }: { readonly id: string; readonly question: string }) => ({
    id,
    label: cutTitle(question),
    group: '',
  })
  return {
    list: async (text, limit) => {
      const words = text === '' ? undefined : parseSearchWords(text)
      return (await manualAnswers.list({ organizationId, limit, words })).map(toItem)
    },
    find: async (ids) => (await manualAnswers.findAll(organizationId, ids)).map(toItem),
  }
}

function listRecords({ runtime, person }: OwnVisit, names: NamedThing): ItemSource | undefined {
  const thing = declaredThings.find(({ id }) => id === names)
  const [first] = thing?.columns ?? []
  if (thing === undefined || first === undefined) return undefined
  const records = recordsFor(runtime, thing, person)
  const toItem = ({ id, values }: { readonly id: string; readonly values: Readonly<Record<string, unknown>> }) => ({
    id,
    label: cutTitle(String(values[first] ?? id)),
    group: '',
  })
  return {
    list: async (text, limit) => {
      const found: ChoiceItem[] = []
      let searched = 0
      for await (const page of listAllRecords(records)) {
        found.push(...page.map(toItem).filter(hasWords(text)))
        searched += page.length
        if (found.length >= limit || searched >= searchedMax) break
      }
      return found.slice(0, limit)
    },
    find: async (ids) => {
      const found = await Promise.all(ids.map((id) => records.get(id)))
      return found.filter((record) => record !== undefined).map(toItem)
    },
  }
}

function hasWords(text: string): (item: ChoiceItem) => boolean {
  const words = foldLabel(text).split(/\s+/)
  return ({ label }) => words.every((word) => foldLabel(label).includes(word))
}

/** As the script of the page compares it. */
export function foldLabel(text: string): string {
  return text.trim().toLowerCase()
}
