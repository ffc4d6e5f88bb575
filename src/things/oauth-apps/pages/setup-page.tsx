import type { AnyConnector } from '../../../define/index.ts'
import { ApiError, CredentialError } from '../../../errors/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { demandConnector } from '../../api/demand.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { findOauthConfig, findOwnChoice, loadStandings } from '../../connectors/pages/connectors.ts'
import type { Problems } from '../../connectors/pages/field.tsx'
import { toFormProblems } from '../../connectors/pages/form-problems.ts'
import type { NoticeId } from '../../pages/page-notices.ts'
import {
  createPage,
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
} from '../../pages/page-route.ts'
import type { OAuthApp, OAuthAppInput, Runtime } from '../../runtime/runtime.ts'
import { hasPlatformApp } from '../platform-settings.ts'
import { type AppFormState, listAppFields, pickSavedValues, pickShownValues, readEnteredApp } from './app-form.ts'
import { holdSecrets, restoreSecrets } from './sealed-secrets.ts'
import { SetupView } from './setup-view.tsx'

// An operator sets the platform's app here, for every organization without its own. An administrator sets their
// organization's own. If organizations choose server or account, the app is always an organization's.
function findOwner(connector: AnyConnector, { role, organizationId }: SessionPerson): string | undefined {
  return mayDo(role, 'platform-apps:write') && findOwnChoice(connector) === undefined ? undefined : organizationId
}

function nameAudit(verb: 'set' | 'test' | 'delete') {
  return {
    action: ({ runtime, params, person }: OwnVisit) => {
      const owner = findOwner(demandConnector(runtime, params.connectorId), person)
      return `${owner === undefined ? 'platform-app' : 'oauth-app'}.${verb}` as const
    },
    target: 'connectorId',
  }
}

export const setupPage = definePage({
  path: '/setup/:connectorId',
  access: 'organization-apps:write',
  show: async ({ texts, runtime, params, person }) => {
    const connector = demandConnector(runtime, params.connectorId)
    const app = await findSavedApp(runtime, connector, person)
    const { clientId = '', settings = {}, ownCallback = true } = app ?? {}
    const organizationId = findOwner(connector, person)
    const preview =
      findOauthConfig(connector) &&
      (await tryPreview(runtime, { connector, organizationId, clientId, settings, ownCallback }))
    return renderSetupPage(
      texts,
      { runtime, person },
      {
        connector,
        app,
        values: pickSavedValues(texts, connector, app),
        problems: {},
        preview,
        trial: undefined,
      },
    )
  },
})

export const previewApp = defineAction({
  path: '/setup/:connectorId/preview',
  access: 'organization-apps:write',
  audit: undefined,
  act: async (sent) => {
    const visit = await restoreSecrets(sent, demandConnector(sent.runtime, sent.params.connectorId))
    return showAgain(visit, await readSentState(visit))
  },
})

export const testApp = defineAction({
  path: '/setup/:connectorId/test',
  access: 'organization-apps:write',
  audit: nameAudit('test'),
  act: async (sent) => {
    const visit = await restoreSecrets(sent, demandConnector(sent.runtime, sent.params.connectorId))
    const state = await readSentState(visit)
    return submitOrShowAgain(visit, state, async (input) =>
      showAgain(visit, { ...state, trial: await visit.runtime.oauthApps.test(input) }),
    )
  },
})

export const saveApp = defineAction({
  path: '/setup/:connectorId',
  access: 'organization-apps:write',
  audit: nameAudit('set'),
  act: async (sent) => {
    const visit = await restoreSecrets(sent, demandConnector(sent.runtime, sent.params.connectorId))
    return submitOrShowAgain(visit, await readSentState(visit), async (input) => {
      await visit.runtime.oauthApps.set(input)
      return { kind: 'redirect', to: `/setup/${visit.params.connectorId}`, notice: 'app-saved' }
    })
  },
})

export const deleteApp = defineAction({
  path: '/setup/:connectorId/delete',
  access: 'organization-apps:write',
  audit: nameAudit('delete'),
  act: async ({ runtime, params, person }) => {
    const connector = demandConnectorWithApp(demandConnector(runtime, params.connectorId))
    await runtime.oauthApps.delete({ connector, organizationId: findOwner(connector, person) })
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'app-deleted' }
  },
})

export const disableConnector = defineSwitch('disable', 'connector-disabled')
export const enableConnector = defineSwitch('enable', 'connector-enabled')

function defineSwitch(verb: 'disable' | 'enable', notice: NoticeId) {
  return defineAction({
    path: `/setup/:connectorId/${verb}`,
    access: 'connectors:write',
    audit: { action: `connector.${verb}`, target: 'connectorId' },
    act: async ({ runtime, params }) => {
      const connector = demandConnector(runtime, params.connectorId)
      await runtime.disabledConnectors[verb === 'disable' ? 'add' : 'remove'](connector)
      return { kind: 'redirect', to: `/setup/${connector.id}`, notice }
    },
  })
}

/** The form as it was sent. */
async function readSentState(visit: OwnSubmission): Promise<AppFormState> {
  const { texts } = visit
  const { runtime, params, form, person } = visit
  const connector = demandConnectorWithApp(demandConnector(runtime, params.connectorId))
  const app = await findSavedApp(runtime, connector, person)
  return {
    connector,
    app,
    values: pickShownValues(texts, connector, (name) => form.text(name)),
    problems: {},
    preview: await tryPreview(runtime, readAppInput(visit, connector, app)),
    trial: undefined,
  }
}

/** Carries the form out, or shows it again with its problems. */
async function submitOrShowAgain(
  visit: OwnSubmission,
  state: AppFormState,
  work: (input: OAuthAppInput) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { texts } = visit
  try {
    return await work(readAppInput(visit, state.connector, state.app))
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    return showAgain(visit, { ...state, problems: toAppFormProblems(texts, state, error) })
  }
}

/** The form once more, with the secrets that were typed. One that the vendor refuses, or that cannot be, is typed again. */
async function showAgain(visit: OwnSubmission, state: AppFormState): Promise<PageAnswer> {
  const { texts } = visit
  const isRefused = state.trial?.outcome === 'refused'
  const sealed = isRefused ? undefined : await holdSecrets(visit, state.connector, state.problems)
  return renderSetupPage(texts, visit, { ...state, sealed })
}

function toAppFormProblems(texts: Texts, { connector, app, values }: AppFormState, error: CredentialError): Problems {
  const fields = listAppFields(texts, connector)
  const { clientSecret, ...others } = toFormProblems(
    texts,
    error,
    (path) => fields.find(({ name }) => name === path)?.name,
    Object.fromEntries(fields.map(({ name, field }) => [name, field])),
  )
  if (clientSecret === undefined) return others
  if (app === undefined) return { ...others, clientSecret }
  // There is a secret, and it belongs to the earlier client id.
  return values.clientId === '' ? others : { ...others, clientSecret: texts.setup.form.secretMissing }
}

async function renderSetupPage(
  texts: Texts,
  { runtime, person }: Pick<OwnVisit, 'runtime' | 'person'>,
  state: AppFormState,
): Promise<PageAnswer> {
  const readiness = (await loadStandings(runtime, person.organizationId))(state.connector)
  return createPage(
    {
      title: texts.actions.setUpNamed({ name: state.connector.definition.name }),
      status: Object.keys(state.problems).length === 0 ? 200 : 422,
    },
    <SetupView state={state} runtime={runtime} readiness={readiness} role={person.role} />,
  )
}

async function findSavedApp({ oauthApps }: Runtime, connector: AnyConnector, person: SessionPerson) {
  if (!hasPlatformApp(connector.definition)) return undefined
  return oauthApps.get({ connector, organizationId: findOwner(connector, person) })
}

/** The form as the runtime takes it. A new app has the redirect URI of the page, which contains the connector's id. */
function readAppInput(
  { form, person }: OwnSubmission,
  connector: AnyConnector,
  app: OAuthApp | undefined,
): OAuthAppInput {
  const organizationId = findOwner(connector, person)
  return { ...readEnteredApp(connector, form), organizationId, ownCallback: app?.ownCallback ?? true }
}

async function tryPreview({ oauthApps }: Runtime, app: OAuthAppInput) {
  if (typeof app.connector !== 'string' && findOauthConfig(app.connector) === undefined) return undefined
  try {
    return await oauthApps.preview(app)
  } catch (error) {
    if (error instanceof CredentialError) return undefined
    throw error
  }
}

function demandConnectorWithApp(connector: AnyConnector): AnyConnector {
  if (hasPlatformApp(connector.definition)) return connector
  throw new ApiError('The connector uses neither OAuth nor settings, so it has no app.', { code: 'API_INVALID' })
}
