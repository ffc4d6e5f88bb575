import type { Thing } from '../../../service/fields/define-thing.ts'
import { Link } from '../../pages/frame/links.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'

interface ThingHeadProps {
  readonly thing: Thing
  readonly title: string
  readonly lead: string
  /** The page of what it is a part of. */
  readonly crumb?: { readonly to: string; readonly name: string } | undefined
}

export function ThingHead({ thing, title, lead, crumb }: ThingHeadProps) {
  if (thing.page.startsWith('/settings/'))
    return (
      <SettingsHead title={title} at={`/settings/${thing.plural}`}>
        <p class="lead">{lead}</p>
      </SettingsHead>
    )
  return <PageHead title={title} lead={lead} crumbs={crumb && <Link to={crumb.to}>{crumb.name}</Link>} />
}
