import type { StatusBrand } from '../../report/package/public-look.ts'
import type { AppearanceService } from './appearance.ts'

/** How public pages of an organization look: as its other pages. @param name @default the name of its pages */
export async function loadBrand(
  { appearance }: { readonly appearance: AppearanceService },
  { organizationId, name }: { readonly organizationId: string; readonly name?: string | undefined },
): Promise<StatusBrand> {
  const { colour, logo } = await appearance.get({ organizationId })
  return { name, colour: colour ?? undefined, logo: logo === null ? undefined : await appearance.findLogo(logo.id) }
}
