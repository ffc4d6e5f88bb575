import { fileURLToPath } from 'node:url'
import {
  type AnyConnector,
  isConnector,
  listCredentialFields,
  listCustomSettings,
  listUnknownOptions,
} from '../../../define/index.ts'
import type { FakeVendorOptions } from '../vendor/fake-vendor.ts'
import { refuseUnknown } from '../vendor/refuse-arguments.ts'
import { rules } from './contract-rules.ts'
import type { ReviewedMember } from './reviewed-member.ts'
import type { ContractRule, RuleId } from './rule.ts'
import type { SampleValues } from './sample-values.ts'
import { openStage, type Stage } from './stage.ts'

/** The runner's function for a test: `test` of vitest and of node:test both fit. */
export interface TestFunction {
  (name: string, run: () => Promise<void>): unknown
  skip(name: string, run: () => Promise<void>): unknown
}

export interface ContractOptions {
  /** The runner's `test`. */
  readonly test: TestFunction
  /**
   * The vendor's API, as `fakeVendor` takes it: routes or its OpenAPI description. Rules about the content of lists need
   * it, and are skipped without it.
   */
  readonly vendor?: Omit<FakeVendorOptions, 'port' | 'clock'> | undefined
  /**
   * Values by field id for fields that need a special one, such as a private key that signs. Do not use anybody's real
   * values.
   * @default values that fit the fields
   */
  readonly credentials?: SampleValues['credentials'] | undefined
  /** The same for `customSettings`, by id: the key of an app. @default values that fit them */
  readonly settings?: SampleValues['settings'] | undefined
  /**
   * Members that the verdict depends on and that may still be missing, each with the reason; for the rule `members`.
   * @default none
   */
  readonly reviewed?: readonly ReviewedMember[] | undefined
  /** Path of the witnesses of the connector, for the rules about what it was tried on. @default it has none */
  readonly witnesses?: string | URL | undefined
  /**
   * The vendor's own description, as a document or the text of a GraphQL schema, for the rules about what stands beside the members that
   * decide. @default `vendor.openapi`
   */
  readonly description?: unknown
  /** Rules that do not apply, with reasons; each shows as a skipped test. @default none */
  readonly skip?: readonly { readonly rule: RuleId; readonly reason: string }[]
}

/**
 * The test suite of every connector: the properties that an auditor and an administrator may rely on, whoever wrote it.
 * It runs offline, on sample values.
 *
 * ```ts
 * import { test } from 'vitest' // or from 'node:test'
 * connectorContract(acme, { test, vendor: { openapi: description } })
 * ```
 *
 * `docs/contract.md` explains each rule. @throws TypeError for a mistake in the options, naming it
 */
export function connectorContract(connector: AnyConnector, options: ContractOptions): void {
  const subject = 'connectorContract()'
  if (!isConnector(connector)) throw new TypeError(`${subject}: the first argument must be a connector.`)
  refuseUnknown(subject, options, [
    'test',
    'vendor',
    'credentials',
    'settings',
    'reviewed',
    'witnesses',
    'description',
    'skip',
  ])
  const { test, vendor, credentials = {}, settings = {}, reviewed = [], witnesses, skip = [] } = options
  const { description = vendor?.openapi } = options
  if (typeof test !== 'function' || typeof test.skip !== 'function')
    throw new TypeError(`${subject} needs the test function of your runner: { test }.`)
  for (const { rule, reason } of skip) {
    if (!rules.some(({ id }) => id === rule))
      throw new TypeError(`${subject}: there is no rule "${rule}". Rules are ${rules.map(({ id }) => id).join(', ')}.`)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new TypeError(`${subject}: give the reason why you skip the rule "${rule}".`)
  }
  for (const { member, reason } of reviewed)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new TypeError(`${subject}: give the reason why the verdict is true without the member "${member}".`)
  const { definition } = connector
  const fields = listCredentialFields(definition).map(({ id }) => id)
  const known = definition.auth.type === 'oauth2' ? [...fields, 'access_token'] : fields
  const [unknown] = listUnknownOptions(credentials, known)
  if (unknown !== undefined) throw new TypeError(`${subject}: the connector has no credential field "${unknown}".`)
  const settingIds = listCustomSettings(definition).map(({ id }) => id)
  const [unknownSetting] = listUnknownOptions(settings, settingIds)
  if (unknownSetting !== undefined) throw new TypeError(`${subject}: the connector has no setting "${unknownSetting}".`)
  const path = witnesses instanceof URL ? fileURLToPath(witnesses) : witnesses
  const stage = openStage(connector, vendor, { credentials, settings, reviewed, witnesses: path, description })
  for (const rule of rules) {
    const reason = skip.find((each) => each.rule === rule.id)?.reason ?? explainLack(rule, stage)
    const name = `contract/${rule.id}: ${rule.title}`
    if (reason === undefined) test(name, async () => rule.run(stage))
    else test.skip(`${name} (skipped: ${reason})`, async () => rule.run(stage))
  }
}

function explainLack({ needs }: ContractRule, { hasVendor, tried }: Stage): string | undefined {
  switch (needs) {
    case undefined:
      return undefined
    case 'vendor':
    case 'vendor or witnesses':
      return hasVendor || (needs !== 'vendor' && tried) ? undefined : "it needs the vendor's API as the option vendor"
    case 'witnesses':
      return tried ? undefined : notYetProven
    case 'description':
      if (!tried) return notYetProven
      return tried.description ? undefined : "it needs the vendor's own description as the option description"
  }
}

const notYetProven = 'not yet proven: it has no witnesses, which "checkwright witness" begins'
