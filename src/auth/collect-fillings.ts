import {
  type ConnectorDefinition,
  collectPatterns,
  type Fillings,
  listCustomSettings,
  toTokenName,
} from '../define/index.ts'

/** Values for `{placeholders}`: credentials, and settings both by id and by token. */
export function collectFillings(
  definition: ConnectorDefinition,
  credentials: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, string>>,
): Fillings {
  const byToken = listCustomSettings(definition).map((setting): [string, string | undefined] => [
    toTokenName(setting),
    settings[setting.id],
  ])
  return {
    values: { ...Object.fromEntries(byToken), ...settings, ...credentials },
    patterns: collectPatterns(definition),
  }
}
