import * as z from 'zod/mini'
import { strict } from '../../define/index.ts'
import { isObject } from '../../text/is-object.ts'
import { answerName, type Choose, count, isText, text, texts } from './values.ts'

export type RequestForms = ReturnType<typeof buildRequestForms>
export type GetEntry = z.infer<RequestForms['get']>
export type ListEntry = z.infer<RequestForms['list']>
export type DetailEntry = z.infer<RequestForms['detail']>

/** Requests: one answer (`get`), all items of a list (`list`), or what belongs to one item (`detail`). */
export function buildRequestForms(choose: Choose) {
  const request = {
    /** Joined to `baseUrl`. `{item.id}` takes a value of an answer, `{org}` a credential field. */
    path: z.optional(text),
    /** Query members by name. */
    query: z.optional(z.record(text, z.union([z.string(), z.number(), z.boolean()]))),
    headers: z.optional(z.record(text, z.string())),
    /** A query of GraphQL in place of a path. */
    graphql: z.optional(text),
    variables: z.optional(z.record(text, z.json())),
    /** Sends the request, or each page of a list, as a POST that only reads, to a path under `posts`. */
    body: z.optional(z.record(text, z.json())),
    /** Marks of further pages that mean something else at this vendor. */
    notMore: z.optional(texts),
  }
  /** Statuses by which the vendor says that there is none. The answer then is null. */
  const absent = z.optional(z.array(z.literal([404, 410])))
  const next = buildNext(choose)
  const items = buildItems(choose)

  return {
    get: strict({ ...request, absent, items: z.optional(items), next: z.optional(next) }),
    list: strict({
      ...request,
      /** Path to the list in an answer: `data.users`. Left out where the answer is the list. */
      items: z.optional(items),
      /**
       * How the list goes on: `none`, `link`, or the vendor's cursor, page, offset, URL or last item. `none: <reason>` where the
       * vendor's description has pages. `unknown` reads what a first page and its Link headers give, and then cannot tell.
       */
      next,
      /** A list that goes on after these pages is not whole, and the check could not tell. */
      maxPages: z.optional(count),
    }),
    detail: strict({ ...request, absent, as: answerName, items: z.optional(items), next: z.optional(next) }),
  }
}

function buildItems(choose: Choose) {
  const buildOmitted = () => strict({ path: text, has: z.optional(texts), mayHave: z.optional(texts), source: text })
  return choose({ path: () => text, omitted: buildOmitted }, (value) => (isText(value) ? 'path' : 'omitted'))
}

function buildNext(choose: Choose) {
  const word = z.enum(['link', 'none', 'unknown'])
  const size = choose({ count: () => count, param: () => text }, (value) => (isText(value) ? 'param' : 'count'))
  /** Path of the number of all items. A list with fewer is not whole. */
  const counted = { total: z.optional(text) }
  const numbered = {
    ...counted,
    end: z.optional(z.literal([400, 404, 410, 416, 422])),
  }
  /** After the last item of a page: the parameter takes its id. `more` is true where there are more. */
  const buildAfter = () => strict({ ...counted, after: text, more: text, id: z.optional(text) })
  /** The parameter, and the number of the vendor's first page. A list that names the parameter alone could not tell. */
  const number = choose(
    { param: () => text, page: () => strict({ param: text, first: z.int().check(z.nonnegative()) }) },
    (value) => (isText(value) ? 'param' : 'page'),
  )
  const buildConnection = () =>
    strict({
      connection: text,
      variable: text,
      inner: z.optional(strict({ connection: text, variable: text })),
    })
  const forms = {
    /** The whole list is one answer, though the description pages it. The reason, with its source. */
    none: () => strict({ none: text }),
    cursor: () => strict({ ...counted, cursor: text, param: text }),
    url: () => strict({ ...counted, url: text }),
    offset: () => strict({ ...numbered, offset: text, limit: size }),
    page: () => strict({ ...numbered, page: number, limit: z.optional(size) }),
    connection: buildConnection,
    after: buildAfter,
  }
  const names = Object.keys(forms) as (keyof typeof forms)[]
  return choose({ word: () => word, ...forms }, (value) => {
    if (!isObject(value)) return 'word'
    return names.find((each) => each in value) ?? 'cursor'
  })
}
