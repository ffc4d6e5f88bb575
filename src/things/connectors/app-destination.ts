import { collectFillings } from '../../auth/collect-fillings.ts'
import { listServerFields, listTenantHosts } from '../../auth/tenant-choice.ts'
import {
  type AnyConnector,
  type CredentialField,
  cutUrlTemplate,
  type Fillings,
  fillHost,
  fillUrl,
  listCustomSettings,
} from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'

/** What an operator or administrator enters beside client id and secret: settings, and the server that they are for. */
export function listAppSettings({ definition, hooks }: AnyConnector): readonly CredentialField[] {
  return [...listCustomSettings(definition), ...listServerFields(definition, hooks)]
}

/** Where secrets of the app would go, of the hosts that the organization chooses; undefined: it chooses none. */
export function findDestination({ definition, hooks }: AnyConnector, fillings: Fillings): string | undefined {
  const { allowedHosts = [] } = definition
  const hosts = listTenantHosts(definition, hooks).map((template) =>
    fillWherePossible(() => {
      const cut = allowedHosts.includes(template) ? undefined : cutUrlTemplate(template)
      if (cut === undefined) return fillHost(template.replace('*', 'any'), fillings)
      // The host alone: what stands in the path may not be known yet.
      return fillUrl(cut.scheme === undefined ? cut.authority : `${cut.scheme}//${cut.authority}`, fillings).origin
    }),
  )
  // What has a value missing is not asked, and says so itself.
  return hosts.length === 0 || hosts.includes(undefined) ? undefined : [...new Set(hosts)].sort().join(' ')
}

/** The same for an app as it is entered, with its server among the settings. @throws CredentialError that names the setting */
export function findEnteredDestination(
  connector: AnyConnector,
  settings: Readonly<Record<string, string>>,
): string | null {
  const { definition } = connector
  try {
    return findDestination(connector, collectFillings(definition, {}, settings)) ?? null
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    const problems = error.problems.map(({ path, message }) => ({ path: `settings.${path}`, message }))
    throw new CredentialError(`The app for ${definition.name} cannot be used:`, { code: error.code, problems })
  }
}

/** A value that does not fit is no missing one: what would be sent could go anywhere. @throws CredentialError */
export function fillWherePossible<T>(fill: () => T): T | undefined {
  try {
    return fill()
  } catch (error) {
    if (error instanceof CredentialError && error.code === 'CREDENTIAL_MISSING') return undefined
    throw error
  }
}
