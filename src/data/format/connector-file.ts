import * as z from 'zod/mini'
import { getSchemas, strict } from '../../define/index.ts'
import { buildCheckForm } from './checks.ts'
import { buildInventoryForm } from './inventories.ts'
import { buildRequestForms } from './requests.ts'
import { buildSchemeForms } from './schemes.ts'
import { type Choose, chooseForm, expression, text, texts } from './values.ts'

/** What a connector's file says first. A later form of the file has another name. */
export const formatName = 'connector/v1'

export type ConnectorFile = z.infer<ReturnType<typeof buildFormat>>
export type RefusalEntry = NonNullable<ConnectorFile['refusals']>[number]

let built: ReturnType<typeof buildFormat> | undefined

/** The schema of a connector's file. Strict: a misspelt member is an error. */
export function getFormat(): ReturnType<typeof buildFormat> {
  built ??= buildFormat(chooseForm)
  return built
}

/** @param choose how one of several forms is read */
export function buildFormat(choose: Choose) {
  const requests = buildRequestForms(choose)
  const refusal = strict({
    when: expression,
    kind: z.enum(['auth', 'permission', 'plan', 'config', 'not_found', 'rate_limited', 'upstream']),
    message: z.optional(text),
    scopes: z.optional(texts),
  })
  const { sign, login } = buildSchemeForms(choose)

  return strict({
    /** The address of this schema, for editors. */
    $schema: z.optional(text),
    /** The format of this file. */
    checkwright: z.literal(formatName),
    ...getSchemas().connectorSchema.shape,
    /** How each request is signed, by the name of a scheme that ships. */
    sign: z.optional(sign),
    /** How the connector logs in before its first request, by the name of a scheme that ships. */
    login: z.optional(login),
    /** Paths that lists may send POSTs to, which only read. An operator confirms them. */
    posts: z.optional(texts),
    /** What the vendor's refusals mean. */
    refusals: z.optional(z.array(refusal)),
    /** The vendor's lists of accounts, devices, keys and so on, in the members that all vendors have in common. */
    inventories: z.optional(z.array(z.lazy(() => buildInventoryForm(choose, requests)))),
    /** Questions to inventories, and rules about answers. */
    checks: z.optional(z.array(buildCheckForm(choose, requests))),
  })
}
