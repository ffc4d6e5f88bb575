import * as z from 'zod/mini'

/** What the statements of a policy allow together, as far as one of them allows everything by itself. */
export type Grant = 'everything' | 'everything with exceptions' | 'limited'

const Names = z.union([z.string(), z.array(z.string())])

const Statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: z.optional(Names),
  NotAction: z.optional(Names),
  Resource: z.optional(Names),
  NotResource: z.optional(Names),
  Condition: z.optional(z.record(z.string(), z.unknown())),
})

type Statement = z.output<typeof Statement>

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html */
const Document = z.object({ Statement: z.union([Statement, z.array(Statement)]) })

/** How much a policy allows; undefined where it is no policy. @param encoded its JSON, encoded as in a URL */
export function measureGrant(encoded: string): Grant | undefined {
  const { data } = Document.safeParse(parseEncoded(encoded))
  if (data === undefined) return undefined
  const statements = [data.Statement].flat()
  if (statements.some(isWithoutTarget)) return undefined
  const allowing = statements.filter(({ Effect }) => Effect === 'Allow').map(measureStatement)
  if (allowing.includes('everything')) {
    const denies = statements.some(({ Effect }) => Effect === 'Deny')
    return denies ? 'everything with exceptions' : 'everything'
  }
  return allowing.includes('everything with exceptions') ? 'everything with exceptions' : 'limited'
}

function measureStatement({ Action, NotAction, Resource, NotResource, Condition = {} }: Statement): Grant {
  const actions = NotAction !== undefined || isAll(Action, ['*', '*:*'])
  const resources = NotResource !== undefined || isAll(Resource, ['*', 'arn:*', 'arn:aws:*'])
  if (!actions || !resources) return 'limited'
  const excepts = NotAction !== undefined || NotResource !== undefined || Object.keys(Condition).length > 0
  return excepts ? 'everything with exceptions' : 'everything'
}

/** Each statement names actions and resources, in one form or the other. */
function isWithoutTarget({ Action, NotAction, Resource, NotResource }: Statement): boolean {
  return (Action ?? NotAction) === undefined || (Resource ?? NotResource) === undefined
}

/** Several stars match what one does. */
function isAll(names: z.output<typeof Names> | undefined, all: readonly string[]): boolean {
  return [names ?? []].flat().some((name) => all.includes(name.replace(/\*+/g, '*')))
}

function parseEncoded(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text))
  } catch {
    return undefined
  }
}
