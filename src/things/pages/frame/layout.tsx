import type { Child } from 'hono/jsx'
import type { Thing } from '../../../service/fields/define-thing.ts'
import { languageNames } from '../../../service/pages/texts/language.ts'
import { languages } from '../../../service/records/appearances.ts'
import { type Action, mayDo, type Role } from '../../../service/rights/permissions.ts'
import { languageParameter } from '../../all-texts/choose-language.ts'
import { type Frame, FrameContext, useFrame, type Visitor } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { listMenuThings } from '../../declared/declared-things.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { assets } from '../assets.ts'
import { FoldedPlaces, type NavigationPlace } from './folded-places.tsx'
import { GetForm, Link, PostForm } from './links.tsx'
import { findLogoPath } from './logo.ts'
import { findThemePath } from './theme.ts'

/** The pages that the header leads to: five of every day, and a menu of the rest. */
const places: readonly NavigationItem[] = [
  { to: '/', name: ({ labels }) => labels.overview, access: 'runs:read' },
  { to: '/findings', name: ({ labels }) => labels.findings, access: 'findings:read' },
  { to: '/judgements', name: ({ states }) => states.run.manual, access: 'judgements:read' },
  { to: '/connections', name: ({ labels }) => labels.connections, access: 'connections:read' },
  { to: '/controls', name: ({ labels }) => labels.controls, access: 'controls:read' },
]

const more: readonly NavigationItem[] = [
  { to: '/runs', name: ({ labels }) => labels.runs, access: 'runs:read' },
  { to: '/cross-checks', name: ({ labels }) => labels.crossChecks, access: 'runs:read' },
  { to: '/people', name: ({ labels }) => labels.people, access: 'people:read' },
  { to: '/connect', name: ({ actions }) => actions.connectSystem, access: 'connections:write' },
  { to: '/schedules', name: ({ labels }) => labels.schedules, access: 'connections:read' },
  { to: '/waivers', name: ({ labels }) => labels.acceptedRisks, access: 'waivers:read' },
  { to: '/access', name: ({ labels }) => labels.accessReviews, access: 'reviews:read' },
  { to: '/tasks', name: ({ labels }) => labels.obligations, access: 'tasks:read' },
  { to: '/packages', name: ({ packages }) => packages.title, access: 'packages:make' },
  { to: '/evidence', name: ({ labels }) => labels.evidence, access: 'evidence:read' },
  { to: '/knowledge-base', name: ({ labels }) => labels.knowledgeBase, access: 'knowledge-base:read' },
  { to: '/setup', name: ({ labels }) => labels.setup, access: 'organization-apps:write' },
  { to: '/connectors', name: ({ dataConnectors }) => dataConnectors.title, access: 'connectors:write' },
  { to: '/settings/people', within: '/settings', name: ({ labels }) => labels.settings, access: 'people:read' },
]

/** Every page of the navigation that a role may see, by its name. */
export function listNavigation(texts: Texts, role: Role): readonly { readonly to: string; readonly name: string }[] {
  return chooseItems([...places, ...more, ...listMenuThings().map(toNavigationItem)], role).map(({ to, name }) => ({
    to,
    name: name(texts),
  }))
}

function chooseItems(items: readonly NavigationItem[], role: Role): readonly NavigationItem[] {
  return items.filter(({ access }) => mayDo(role, access))
}

interface NavigationItem {
  readonly to: string
  readonly name: (texts: Texts) => string
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
  const { base, notice, visitor, language, texts, appearance, isSample } = frame
  const { name, colour, logo } = appearance
  const page = (
    <FrameContext.Provider value={frame}>
      <html lang={language}>
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
            {texts.frame.skipToContent}
          </a>
          {isSample && <p class="sample">{texts.frame.sample}</p>}
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
          <LanguageChoice />
        </body>
      </html>
    </FrameContext.Provider>
  )
  return `<!doctype html>${String(page).replaceAll(obeyed, '')}`
}

/** What no text needs and a browser obeys, whoever wrote it: control characters, and marks that turn round the text behind them. */
const obeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A link to the same page in each language, named in that language. */
function LanguageChoice() {
  const { base, here, language, texts } = useFrame()
  return (
    <footer class="languages">
      <nav aria-label={texts.labels.language}>
        <ul>
          {languages.map((each) => (
            <li>
              <a
                href={`${base}${here}?${languageParameter}=${each}`}
                hreflang={each}
                lang={each}
                rel="nofollow"
                aria-current={each === language ? 'true' : undefined}
              >
                {languageNames[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}

function StoppedWebhooks({ count }: { readonly count: number }) {
  const texts = useTexts()
  return (
    <p class="alert">
      {texts.frame.stoppedWebhooks({ count })} <Link to="/settings/webhooks">{texts.frame.stoppedWebhooksLink}</Link>
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
        {visitor && <Find />}
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
  const texts = useTexts()
  const { path } = useFrame()
  const isCurrent = ({ to, within = to }: NavigationItem) => path === to || path.startsWith(`${within}/`)
  const list = (items: readonly NavigationItem[]) =>
    chooseItems(items, visitor.role).map(
      (item): NavigationPlace => ({
        to: item.to,
        name: item.name(texts),
        isCurrent: isCurrent(item),
      }),
    )
  return (
    <FoldedPlaces
      label={texts.frame.navigation}
      places={list(places)}
      rest={list([...more, ...listMenuThings().map(toNavigationItem)])}
      narrow={[{ to: '/search', name: texts.actions.search, isCurrent: false }]}
    />
  )
}

/** The field of the search, which Ctrl-K leads to. */
function Find() {
  const texts = useTexts()
  return (
    <GetForm to="/search" class="find">
      <input type="search" name="q" aria-label={texts.frame.find} placeholder={texts.frame.findKey} data-find="" />
    </GetForm>
  )
}

/** The link to the page of a declared thing. */
function toNavigationItem(thing: Thing): NavigationItem {
  return { to: thing.page, name: (texts) => findThingTexts(texts, thing).title, access: thing.scopes.read }
}

function Account({ visitor: { name, organization, canSignOut } }: { readonly visitor: Visitor }) {
  const texts = useTexts()
  return (
    <div class="account">
      <span class="who">
        <b>{name}</b> <span>{organization}</span>
      </span>
      {canSignOut && (
        <PostForm to="/sign-out">
          <button class="button plain" type="submit">
            {texts.frame.signOut}
          </button>
        </PostForm>
      )}
    </div>
  )
}
