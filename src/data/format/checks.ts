import * as z from 'zod/mini'
import { getSchemas, inventoryKinds, strict } from '../../define/index.ts'
import { isObject } from '../../text/is-object.ts'
import type { RequestForms } from './requests.ts'
import { answerName, buildNone, type Choose, count, expression, isText, text, texts, timeForm } from './values.ts'

export type QuestionEntry = z.infer<ReturnType<typeof buildQuestion>>
export type RuleEntry = z.infer<ReturnType<typeof buildRule>>
export type CheckEntry = QuestionEntry | RuleEntry

/** A check: a question to an inventory, or a rule about the answers of requests. */
export function buildCheckForm(choose: Choose, requests: RequestForms) {
  return choose({ question: () => buildQuestion(choose), rule: () => buildRule(choose, requests) }, (value) =>
    isObject(value) && 'question' in value ? 'question' : 'rule',
  )
}

export function isQuestion(entry: CheckEntry): entry is QuestionEntry {
  return 'question' in entry
}

function buildQuestion(choose: Choose) {
  const { id, title, description, severity, controls, states, scopes, tags, volatile, fix } =
    getSchemas().checkSchema.shape
  return strict({
    /** Id of a question that Checkwright knows: `secondFactor`. docs/questions.md lists all. */
    question: text,
    /** Kind of the inventory that is asked. */
    of: z.enum(inventoryKinds),
    part: z.optional(text),
    id: z.optional(id),
    title: z.optional(title),
    description,
    severity,
    controls,
    states,
    scopes,
    tags,
    volatile,
    /** A command of the vendor's own tool that mends what fails, for people to copy. Its values are `{resource.id}`, `{resource.name}`, `{evidence.…}` and `{connection.…}`. */
    fix,
    /** What a complete list without anything to judge means. `error`: that nothing was seen is no answer. */
    onEmpty: z.optional(z.enum(['pass', 'fail', 'not_applicable', 'error'])),
    resourceType: z.optional(text),
    /** An expression, in place of the record's id: `record.email`. For a question that counts, it reads no record. */
    resourceId: z.optional(expression),
    /** Of `fewAdministrators`: counts who has this role in `roles`, in place of `administrator`. */
    role: z.optional(text),
    /** Of `fewAdministrators`: what results call them. */
    plural: z.optional(text),
    variables: z.optional(
      z.record(
        text,
        choose({ value: () => text, change: buildChange }, (text) => (isText(text) ? 'value' : 'change')),
      ),
    ),
    remediation: z.optional(text),
    instructions: z.optional(text),
  })
}

/** What differs from the question's own variable. */
function buildChange() {
  const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
  return strict({
    id: z.optional(text),
    label: z.optional(text),
    helpText: z.optional(text),
    default: z.optional(value),
    renamed: z.optional(texts),
  })
}

/** A value that the vendor may not have, or a time. */
function buildRuleValue() {
  return strict({
    /** The value, by an expression. */
    of: expression,
    /** What the vendor writes where there is none, and where it says so. */
    none: z.optional(buildNone()),
    /** An expression in place of it. Without it the value is null. */
    otherwise: z.optional(expression),
    /** How the vendor writes a time, also that of `otherwise`. The value is the time in ISO 8601, for `age()`. `day`: without hours, such as 2026-05-01, which is read as its first moment in UTC. `utc`: without a zone, such as 2026-05-01 12:30:00, which the vendor means in UTC. */
    time: z.optional(timeForm),
  })
}

function buildRule(choose: Choose, requests: RequestForms) {
  const { writes: _writes, ...data } = getSchemas().checkSchema.shape
  const { severity } = data
  const several = z
    .array(
      strict({
        when: expression,
        title: text,
        /** In place of the check's own evidence. */
        evidence: z.optional(z.record(answerName, expression)),
      }),
    )
    .check(z.minLength(1, 'must name at least one'))
  const limit = choose({ count: () => count, expression: () => expression }, (value) =>
    isText(value) ? 'expression' : 'count',
  )
  const value = choose({ expression: () => expression, mapped: buildRuleValue }, (text) =>
    isText(text) ? 'expression' : 'mapped',
  )
  const doubt = strict({
    when: expression,
    because: text,
    kind: z.optional(z.enum(['permission', 'plan', 'config', 'incomplete_data'])),
    missingScopes: z.optional(texts),
  })
  return strict({
    ...data,
    /** Outer lists, at most two. What stands below is done once for each of their items, by the name that you give: `{ project: { path: /projects, … } }`. */
    for: z.optional(z.record(answerName, requests.list)),
    /** Requests that all items share, by the name of their answer. */
    let: z.optional(z.record(answerName, requests.get)),
    /** The list whose items are judged. An expression calls the item `item`. */
    list: z.optional(requests.list),
    /** The one answer that is judged. An expression calls it `body`. */
    get: z.optional(requests.get),
    /** A request for each item, by the name that `as` gives to its answer. */
    detail: z.optional(requests.detail),
    /** Values with a name, for rules and texts: `{days}`. A later one may use those before it. */
    values: z.optional(z.record(answerName, value)),
    /** Only items of which this is true; nothing is said of the others. */
    where: z.optional(expression),
    /** Other items are not applicable. */
    applies: z.optional(expression),
    /** What leaves an item undecided, before it is judged. */
    unknown: z.optional(z.array(doubt)),
    /** What a person has to decide. Without `when` it is every item, and nothing passes or fails. Beside `count`, `when` asks of an item that counts whether it does so in part alone: a person decides where it could make the difference. */
    review: z.optional(strict({ when: z.optional(expression), title: text, description: text })),
    /** CEL. True passes, false fails. A value that is missing, null or of another kind leaves the item undecided. */
    pass: z.optional(expression),
    /** What may be wrong, in place of `pass`. Nothing of it passes; texts name what is: `{gaps}`. */
    gaps: z.optional(z.array(strict({ when: expression, says: text })).check(z.minLength(1, 'must name at least one'))),
    /** How many items there may be of which something is true. One result. */
    count: z.optional(
      strict({
        where: expression,
        /** Items of which this is the same count once. */
        distinct: z.optional(expression),
        name: z.optional(expression),
        min: z.optional(limit),
        max: z.optional(limit),
      }),
    ),
    /** What a result is about. `id` and `name` are expressions. */
    resource: strict({ type: text, id: expression, name: z.optional(expression) }),
    /** @default what the expressions read */
    evidence: z.optional(z.record(answerName, expression)),
    /** The title of a result that passes. Default: the title of the check. */
    passed: z.optional(strict({ title: text })),
    /** The title of what does not apply, or several in place of `applies`. The first that is true decides. */
    notApplicable: z.optional(
      choose({ one: () => strict({ title: text }), several: () => several }, (text) =>
        Array.isArray(text) ? 'several' : 'one',
      ),
    ),
    /** What a person reads and does where it fails. Texts take values in braces: `{item.name}`. */
    fail: z.optional(
      strict({
        title: text,
        description: z.optional(text),
        remediation: text,
        /** Another severity than the check's, where something is true. */
        severity: z.optional(strict({ when: expression, is: severity })),
      }),
    ),
  })
}
