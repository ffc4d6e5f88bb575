/**
 * The parts of a document that are not HAR 1.2, by path. Written from the specification
 * (http://www.softwareishard.com/blog/har-12-spec/); knows every object of it that we write, and lets members through
 * that begin with `_`, as the specification does.
 */
export function findHarProblems(har: unknown): string[] {
  return fieldsOf({ log })('', har)
}

type Rule = (path: string, value: unknown) => string[]

const text: Rule = (path, value) => (typeof value === 'string' ? [] : [`${path} is no text`])
const size: Rule = (path, value) => (Number.isInteger(value) && Number(value) >= -1 ? [] : [`${path} is no size`])
const duration: Rule = (path, value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? [] : [`${path} is no duration`]
const instant: Rule = (path, value) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)) ? [] : [`${path} is no ISO 8601`]
const url: Rule = (path, value) => (URL.canParse(String(value)) ? [] : [`${path} is no absolute URL`])

const optional =
  (rule: Rule): Rule =>
  (path, value) =>
    value === undefined ? [] : rule(path, value)
const listOf =
  (rule: Rule): Rule =>
  (path, value) =>
    Array.isArray(value) ? value.flatMap((each, index) => rule(`${path}[${index}]`, each)) : [`${path} is no list`]

function fieldsOf(rules: Readonly<Record<string, Rule>>): Rule {
  return (path, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`]
    const known = Object.entries(rules).flatMap(([name, rule]) =>
      rule(`${path}.${name}`, (value as Record<string, unknown>)[name]),
    )
    const strange = Object.keys(value).filter((name) => !name.startsWith('_') && !Object.hasOwn(rules, name))
    return [...known, ...strange.map((name) => `${path}.${name} is not in HAR`)]
  }
}

const pair = fieldsOf({ name: text, value: text, comment: optional(text) })
const message = { httpVersion: text, cookies: listOf(pair), headers: listOf(pair), headersSize: size, bodySize: size }

const request = fieldsOf({
  ...message,
  method: text,
  url,
  queryString: listOf(pair),
  postData: optional(fieldsOf({ mimeType: text, params: listOf(pair), text })),
})

const response = fieldsOf({
  ...message,
  status: size,
  statusText: text,
  content: fieldsOf({
    size,
    compression: optional(size),
    mimeType: text,
    text: optional(text),
    encoding: optional(text),
  }),
  redirectURL: text,
})

const entry: Rule = (path, value) => {
  const problems = fieldsOf({
    startedDateTime: instant,
    time: duration,
    request,
    response,
    cache: fieldsOf({}),
    timings: fieldsOf({ send: duration, wait: duration, receive: duration }),
  })(path, value)
  if (problems.length > 0) return problems
  const { time, timings } = value as { time: number; timings: Record<string, number> }
  const sum = Object.values(timings).reduce((total, each) => total + each, 0)
  return sum === time ? [] : [`${path}.time is not the sum of its timings`]
}

const log = fieldsOf({
  version: (path, value) => (value === '1.2' ? [] : [`${path} is not 1.2`]),
  creator: fieldsOf({ name: text, version: text }),
  entries: listOf(entry),
})
