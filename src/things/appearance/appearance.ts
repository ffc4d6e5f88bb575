import { emptyAppearance, type LogoImage, type OwnAppearance } from '../../service/records/appearances.ts'
import {
  type Appearance,
  type AppearanceChanges,
  parseAppearanceChanges,
  parseAppearanceOptions,
} from '../parts/appearance-options.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'

export interface AppearanceService {
  /** The one in force: what the organization has set, and the platform's for the rest. @param of without an organization, the platform's */
  get(of?: { readonly organizationId: string }): Promise<Appearance>
  /** What the organization has set itself. */
  own(of: { readonly organizationId: string }): Promise<OwnAppearance>
  /** @throws CheckwrightError `APPEARANCE_INVALID`; StoreError `NOT_FOUND` */
  set(setting: { readonly organizationId: string; readonly changes: AppearanceChanges }): Promise<OwnAppearance>
  /** A logo by its id, of any organization or the platform. */
  findLogo(id: string): Promise<LogoImage | undefined>
}

export function createAppearanceService({
  store,
  options,
}: Uses<'appearances' | 'organizations', 'options'>): Declared<AppearanceService> {
  const platform = parseAppearanceOptions(options.appearance)
  const load = async (organizationId: string) => (await store.appearances.find(organizationId)) ?? emptyAppearance
  return {
    get: {
      read: async (of) => {
        const own = of === undefined ? emptyAppearance : await load(of.organizationId)
        return {
          name: own.name ?? platform.name,
          colour: own.colour ?? platform.colour,
          logo: own.logo ?? (platform.logo && { id: platform.logo.id, type: platform.logo.type }),
          language: own.language ?? platform.language,
        }
      },
    },
    own: { read: ({ organizationId }) => load(organizationId) },
    set: {
      change: async ({ organizationId, changes }) => {
        requireFound(await store.organizations.find(organizationId), `organization "${organizationId}"`)
        await store.appearances.put(organizationId, parseAppearanceChanges(changes))
        return load(organizationId)
      },
      audit: {
        action: 'appearance.update',
        fields: ({ changes }) => changes,
        target: (_done, { organizationId }) => organizationId,
      },
    },
    findLogo: { read: async (id) => (platform.logo?.id === id ? platform.logo : store.appearances.findLogo(id)) },
  }
}
