/** What the names of operations are read from in a document of OpenAPI. */
interface NamedDocument {
  readonly paths?: Readonly<Record<string, object>> | undefined
}

interface NamedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
}

/**
 * The document with operation ids that read as calls of a client: `CommentsController_createComment_v1` becomes `comments.create`. The group is
 * the first part of the path behind `/v1` and `/v1/integrations`; where operations of several tags begin by the same part, it is the tag.
 * @example
 * shortenNames(createOpenApiDocument(allRoutes, { url, jwt: false }))
 */
export function shortenNames<Document extends NamedDocument>(document: Document): Document {
  const tags = new Map<string, Set<string>>()
  for (const { path, operation } of listOperations(document)) {
    const group = readGroup(path)
    tags.set(group, (tags.get(group) ?? new Set()).add(operation.tags[0] ?? ''))
  }
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      if (!isNamed(operation)) return [method, operation]
      const group = readGroup(path)
      const isShared = (tags.get(group)?.size ?? 0) > 1
      const name = toShortName(isShared ? toCamel(operation.tags[0] ?? '') : group, operation.operationId)
      return [method, { ...operation, operationId: name }]
    })
    return [path, Object.fromEntries(operations)]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

function* listOperations({ paths = {} }: NamedDocument) {
  for (const [path, item] of Object.entries(paths))
    for (const operation of Object.values(item)) if (isNamed(operation)) yield { path, operation }
}

function isNamed(value: unknown): value is NamedOperation {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'tags' in value
}

function readGroup(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '' && part !== 'v1')
  return toCamel(first === 'integrations' ? second : first)
}

/** `createComment` in `comments` is `comments.create`; `listResults` in `runs` keeps its noun. */
function toShortName(group: string, operationId: string): string {
  const written = /^(?:\w+Controller_)?([\w-]+?)(?:_v\d+)?$/.exec(operationId)?.[1] ?? operationId
  const action = written.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const [, verb = action, noun = ''] = /^([a-z]+)(.*)$/.exec(action) ?? []
  return `${group}.${isNounOf(group, noun) ? verb : action}`
}

function isNounOf(group: string, noun: string): boolean {
  const [one, other] = [group, noun].map((word) =>
    word
      .toLowerCase()
      .replace(/(?:ies|y)$/, 'y')
      .replace(/s$/, ''),
  )
  return one === other
}

function toCamel(words: string): string {
  const [first = '', ...rest] = words.toLowerCase().split(/[^a-z\d]+/)
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
