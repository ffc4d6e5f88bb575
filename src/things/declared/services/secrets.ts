import type { SecretPlace, Vault } from '../../../auth/vault.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { ValuesOf } from '../../../service/fields/field-types.ts'
import type { StoredThing } from '../../../service/fields/thing-store.ts'

type RecordPlace = Pick<StoredThing, 'id' | 'organizationId'>

/** The names of the secrets of a thing. */
export function listSecrets({ fields }: Pick<Thing, 'fields'>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'secret')
}

/** Seals the secrets that somebody entered. @param before what the record had: a secret that stays is sealed already */
export async function sealSecrets(
  { vault }: { readonly vault: Pick<Vault, 'seal'> },
  thing: Pick<Thing, 'fields'>,
  place: RecordPlace,
  values: ValuesOf<ThingFields>,
  before: ValuesOf<ThingFields> = {},
): Promise<ValuesOf<ThingFields>> {
  const sealed: Record<string, unknown> = {}
  for (const name of listSecrets(thing)) {
    const value = values[name]
    if (typeof value === 'string' && value !== before[name])
      sealed[name] = await vault.seal(placeSecret(place, name), value)
  }
  return { ...values, ...sealed }
}

/** @returns undefined if the record has none @throws CredentialError `CREDENTIAL_UNREADABLE` */
export async function openSecret(
  { vault }: { readonly vault: Pick<Vault, 'open'> },
  record: RecordPlace & { readonly values: Readonly<Record<string, unknown>> },
  name: string,
): Promise<string | undefined> {
  const sealed = record.values[name]
  return typeof sealed === 'string' ? vault.open(placeSecret(record, name), sealed) : undefined
}

function placeSecret({ organizationId, id }: RecordPlace, name: string): SecretPlace {
  return { organizationId, ownerId: id, field: `record_${name}` }
}
