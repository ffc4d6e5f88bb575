import { createHash } from 'node:crypto'
import { type ConnectorDefinition, cutUrlTemplate, listCustomSettings, toTokenName } from '../../define/index.ts'

/**
 * Whether an operator has to enter something before people can connect: an OAuth app, or settings of a custom sign-in.
 */
export function hasPlatformApp(definition: ConnectorDefinition): boolean {
  return definition.auth.type === 'oauth2' || listCustomSettings(definition).length > 0
}

/**
 * A digest of the hosts that the settings of a custom sign-in may go to. Their secrets are sealed for it. If a later
 * version of the connector, or another setting, leads elsewhere, they cannot be opened and have to be entered again.
 * The OAuth app of an oauth2 connector is not sealed like this, because stored apps would be lost.
 */
export function toSecretField(
  definition: ConnectorDefinition,
  settings: Readonly<Record<string, string>>,
  field: string,
): string {
  if (definition.auth.type !== 'custom') return field
  const values = new Map(
    listCustomSettings(definition).flatMap((setting) => {
      const value = settings[setting.id] ?? ''
      return [[setting.id, value] as const, [toTokenName(setting), value] as const]
    }),
  )
  const hosts = listHosts(definition).map((host) =>
    host.replace(/\{([^{}]*)\}/g, (whole, name: string) => values.get(name) ?? whole),
  )
  return `${field} for ${createHash('sha256').update(JSON.stringify(hosts)).digest('hex').slice(0, 32)}`
}

function listHosts({ baseUrl, allowedHosts = [] }: ConnectorDefinition): string[] {
  const cut = cutUrlTemplate(baseUrl)
  return [`${cut?.scheme ?? ''}//${cut?.authority ?? baseUrl}`, ...allowedHosts]
}
