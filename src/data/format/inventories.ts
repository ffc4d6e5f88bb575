import * as z from 'zod/mini'
import { getSchemas, inventoryKinds, strict } from '../../define/index.ts'
import { isObject } from '../../text/is-object.ts'
import type { RequestForms } from './requests.ts'
import { answerName, buildNone, type Choose, expression, isText, text, texts, timeForm } from './values.ts'

export type InventoryEntry = z.infer<ReturnType<typeof buildInventoryForm>>
export type MemberEntry = InventoryEntry['record'][string]

export type FlaggedEntry = Extract<MemberEntry, { readonly flags: unknown }>
export type FactEntry = NonNullable<InventoryEntry['facts']>[string]

/** An inventory by mapping: a list, and for each member of a record where its value stands. */
export function buildInventoryForm(choose: Choose, requests: RequestForms) {
  const { list: _list, tells: _tells, facts: _facts, ...data } = getSchemas().inventorySchema.shape
  const mapped = strict({
    of: expression,
    /** The vendor's words, and ours for them. A word that is not here is unknown. */
    words: z.optional(z.record(z.string(), text)),
    /** What the vendor writes where there is none, and where it says so. */
    none: z.optional(buildNone()),
    /** Our word where the vendor says that there is none, or where no flag is true. Without it, that is unknown. */
    otherwise: z.optional(text),
    /**
     * How a time is written. `day`: without hours, such as 2026-05-01, which is read as its first moment in UTC. `utc`: without a zone,
     * such as 2026-05-01 12:30:00, which the vendor means in UTC.
     */
    time: z.optional(timeForm),
  })
  const flagged = strict({
    /** Members that are true or false, each of which says one word. The first that is true decides. */
    flags: z.array(strict({ when: expression, is: text })).check(z.minLength(1, 'must name at least one')),
    /** Our word where the vendor says that there is none, or where no flag is true. Without it, that is unknown. */
    otherwise: z.optional(text),
  })
  const member = choose({ expression: () => expression, mapped: () => mapped, flagged: () => flagged }, (value) =>
    isText(value) ? 'expression' : isObject(value) && 'flags' in value ? 'flagged' : 'mapped',
  )

  /** A member that costs a request for each record. It is asked for only where a check reads it. */
  const fact = strict({ ...requests.get.shape, scopes: z.optional(texts), value: member })

  return strict({
    ...data,
    /** What the list has: `account`, `device`, `key` and so on. */
    of: z.enum(inventoryKinds),
    /** Outer lists, at most two, by the name of their item. */
    for: z.optional(z.record(answerName, requests.list)),
    /** Requests that all records share, by the name of their answer. */
    let: z.optional(z.record(answerName, requests.get)),
    /** The vendor's list. An expression calls its item `item`. */
    list: requests.list,
    /** Only items of which this is true. */
    where: z.optional(expression),
    /** A request for each item, by the name that `as` gives to its answer. */
    detail: z.optional(requests.detail),
    /** The members of a record, each by an expression or by `{ of, words }`. docs/inventories.md lists them. */
    record: z.record(z.string(), member),
    /** Members that cost a request for each record, by name. They are asked for only where a check reads them. */
    facts: z.optional(z.record(z.string(), fact)),
  })
}
