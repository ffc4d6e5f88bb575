import type { Child } from 'hono/jsx'
import { formatCount } from '../../text/count-noun.ts'
import { type Action, mayDo } from '../../workspace/permissions.ts'
import { assets } from '../assets.ts'
import { type Frame, FrameContext, useFrame, type Visitor } from './frame.ts'
import { Link, PostForm } from './links.tsx'
import { findLogoPath } from './logo.ts'
import { findThemePath } from './theme.ts'

/** The pages that the header leads to: those of every day, and a menu of the rest. */
const places = [
  { to: '/', label: 'Overview', access: 'runs:read' },
  { to: '/findings', label: 'Findings', access: 'findings:read' },
  { to: '/connections', label: 'Connections', access: 'connections:read' },
  { to: '/runs', label: 'Runs', access: 'runs:read' },
  { to: '/cross-checks', label: 'Cross-checks', access: 'runs:read' },
  { to: '/controls', label: 'Controls', access: 'controls:read' },
  { to: '/judgements', label: 'Needs review', access: 'judgements:read' },
] as const satisfies readonly NavigationItem[]

const more = [
  { to: '/people', label: 'People', access: 'people:read' },
  { to: '/connect', label: 'Connect', access: 'connections:write' },
  { to: '/schedules', label: 'Schedules', access: 'connections:read' },
  { to: '/waivers', label: 'Accepted risks', access: 'waivers:read' },
  { to: '/access', label: 'Access reviews', access: 'reviews:read' },
  { to: '/tasks', label: 'Obligations', access: 'tasks:read' },
  { to: '/evidence', label: 'Evidence', access: 'evidence:read' },
  { to: '/knowledge-base', label: 'Knowledge base', access: 'knowledge-base:read' },
  { to: '/setup', label: 'Set up', access: 'organization-apps:write' },
  { to: '/connectors', label: 'Connectors', access: 'connectors:write' },
  { to: '/settings/people', within: '/settings', label: 'Settings', access: 'people:read' },
] as const satisfies readonly NavigationItem[]

interface NavigationItem {
  readonly to: string
  readonly label: string
  readonly access: Action
  /** Path of the pages around it. @default those below it */
  readonly within?: string
}

interface LayoutPage {
  readonly title: string
  readonly content: Child
  readonly goOnTo?: string | undefined
  readonly reloadSeconds?: number | undefined
}

/** The whole document of a page. */
export function renderDocument(frame: Frame, { title, content, goOnTo, reloadSeconds }: LayoutPage): string {
  const { base, notice, visitor, appearance } = frame
  const { name, colour, logo } = appearance
  const page = (
    <FrameContext.Provider value={frame}>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          {goOnTo && <meta http-equiv="refresh" content={`0; url=${goOnTo}`} />}
          {reloadSeconds !== undefined && (
            <noscript>
              <meta http-equiv="refresh" content={String(reloadSeconds)} />
            </noscript>
          )}
          <title>{`${title} · ${name}`}</title>
          {logo ? (
            <link rel="icon" href={`${base}${findLogoPath(logo)}`} type={logo.type} />
          ) : (
            <link rel="icon" href={`${base}${assets.icon.path}`} type="image/svg+xml" />
          )}
          <link rel="stylesheet" href={`${base}${assets.style.path}`} />
          {colour !== null && <link rel="stylesheet" href={`${base}${findThemePath(colour)}`} />}
          {/* Times change their text: before the first paint, or what stands below them would move. */}
          <script type="module" blocking="render" src={`${base}${assets.script.path}`} />
        </head>
        <body>
          <a class="skip" href="#main">
            Skip to the content
          </a>
          <Header />
          <main id="main" tabindex={-1}>
            {visitor && visitor.stoppedWebhooks > 0 && <StoppedWebhooks count={visitor.stoppedWebhooks} />}
            {notice && (
              <p class="notice" role="status">
                {notice}
              </p>
            )}
            {content}
          </main>
        </body>
      </html>
    </FrameContext.Provider>
  )
  return `<!doctype html>${page}`
}

function StoppedWebhooks({ count }: { readonly count: number }) {
  return (
    <p class="alert">
      {`${formatCount(count, 'webhook')} stopped, so notices do not arrive. `}
      <Link to="/settings/webhooks">See why</Link>
    </p>
  )
}

function Header() {
  const { visitor } = useFrame()
  return (
    <header class="top">
      <div class="top-inner">
        <Brand />
        {visitor && <Navigation visitor={visitor} />}
        {visitor && <Account visitor={visitor} />}
      </div>
    </header>
  )
}

function Brand() {
  const { base, appearance } = useFrame()
  const { name, logo } = appearance
  return (
    <span class="brand">
      {logo ? (
        <img src={`${base}${findLogoPath(logo)}`} alt="" />
      ) : (
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="m8.5 16.5 5 5 10-11" />
        </svg>
      )}
      <span>{name}</span>
    </span>
  )
}

function Navigation({ visitor }: { readonly visitor: Visitor }) {
  const { path } = useFrame()
  const isCurrent = ({ to, within = to }: NavigationItem) => path === to || path.startsWith(`${within}/`)
  const choose = (given: readonly NavigationItem[]) => given.filter(({ access }) => mayDo(visitor.role, access))
  const show = (item: NavigationItem) => (
    <li>
      <Link to={item.to} current={isCurrent(item)}>
        {item.label}
      </Link>
    </li>
  )
  const rest = choose(more)
  const current = rest.find(isCurrent)
  return (
    <nav aria-label="Main">
      <ul>
        {choose(places).map(show)}
        {rest.length > 0 && (
          <li>
            {/* Opens without the script, which only closes it again. */}
            <details class="menu">
              <summary class={current && 'current'}>{current ? `More: ${current.label}` : 'More'}</summary>
              <ul>{rest.map(show)}</ul>
            </details>
          </li>
        )}
      </ul>
    </nav>
  )
}

function Account({ visitor: { name, organization, canSignOut } }: { readonly visitor: Visitor }) {
  return (
    <div class="account">
      <span class="who">
        <b>{name}</b> <span>{organization}</span>
      </span>
      {canSignOut && (
        <PostForm to="/sign-out">
          <button class="button plain" type="submit">
            Sign out
          </button>
        </PostForm>
      )}
    </div>
  )
}
