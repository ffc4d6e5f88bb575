import type { AnyConnector } from '../../define/index.ts'
import { ApiError, CredentialError } from '../../errors/index.ts'
import { demandConnector } from '../../host/services/demand.ts'
import type { OAuthAppInput, Runtime } from '../../runtime/runtime.ts'
import { findOauthConfig } from '../connectors/connectors.ts'
import type { Problems } from '../connectors/field.tsx'
import { toFormProblems } from '../connectors/form-problems.ts'
import type { SentForm } from '../form.ts'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { type AppFormState, listAppFields, pickSavedValues, pickShownValues, readEnteredApp } from './app-form.ts'
import { SetupView } from './setup-view.tsx'

// The app that is set here is the platform's: it serves every organization that has none of its own.

export const setupPage = definePage({
  path: '/setup/:connectorId',
  access: 'admin',
  show: async ({ runtime, params }) => {
    const connector = demandConnector(runtime, params.connectorId)
    const app = await findSavedApp(runtime, connector)
    const preview =
      findOauthConfig(connector) &&
      (await tryPreview(runtime, { connector, clientId: app?.clientId ?? '', settings: app?.settings ?? {} }))
    return renderSetupPage(runtime, {
      connector,
      app,
      values: pickSavedValues(connector, app),
      problems: {},
      preview,
      trial: undefined,
    })
  },
})

export const previewApp = defineAction({
  path: '/setup/:connectorId/preview',
  access: 'admin',
  audit: undefined,
  act: async (visit) => renderSetupPage(visit.runtime, await readSentState(visit)),
})

export const testApp = defineAction({
  path: '/setup/:connectorId/test',
  access: 'admin',
  audit: { action: 'platform-app.test', target: 'connectorId' },
  act: async (visit) => {
    const state = await readSentState(visit)
    return submitOrShowAgain(visit, state, async (input) =>
      renderSetupPage(visit.runtime, { ...state, trial: await visit.runtime.oauthApps.test(input) }),
    )
  },
})

export const saveApp = defineAction({
  path: '/setup/:connectorId',
  access: 'admin',
  audit: { action: 'platform-app.set', target: 'connectorId' },
  act: async (visit) =>
    submitOrShowAgain(visit, await readSentState(visit), async (input) => {
      await visit.runtime.oauthApps.set(input)
      return { kind: 'redirect', to: `/setup/${visit.params.connectorId}`, notice: 'app-saved' }
    }),
})

export const deleteApp = defineAction({
  path: '/setup/:connectorId/delete',
  access: 'admin',
  audit: { action: 'platform-app.delete', target: 'connectorId' },
  act: async ({ runtime, params }) => {
    const connector = demandOAuth(demandConnector(runtime, params.connectorId))
    await runtime.oauthApps.delete({ connector })
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'app-deleted' }
  },
})

export const disableConnector = defineAction({
  path: '/setup/:connectorId/disable',
  access: 'admin',
  audit: { action: 'connector.disable', target: 'connectorId' },
  act: async ({ runtime, params }) => {
    const connector = demandConnector(runtime, params.connectorId)
    await runtime.disabledConnectors.add(connector)
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'connector-disabled' }
  },
})

export const enableConnector = defineAction({
  path: '/setup/:connectorId/enable',
  access: 'admin',
  audit: { action: 'connector.enable', target: 'connectorId' },
  act: async ({ runtime, params }) => {
    const connector = demandConnector(runtime, params.connectorId)
    await runtime.disabledConnectors.remove(connector)
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'connector-enabled' }
  },
})

type Submission = OwnVisit & { readonly form: SentForm }

/** The form as it was sent. */
async function readSentState({ runtime, params, form }: Submission): Promise<AppFormState> {
  const connector = demandOAuth(demandConnector(runtime, params.connectorId))
  return {
    connector,
    app: await findSavedApp(runtime, connector),
    values: pickShownValues(connector, (name) => form.text(name)),
    problems: {},
    preview: await tryPreview(runtime, readEnteredApp(connector, form)),
    trial: undefined,
  }
}

/** Does it, or shows the form again with what does not fit. */
async function submitOrShowAgain(
  { runtime, form }: Submission,
  state: AppFormState,
  work: (input: OAuthAppInput) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await work(readEnteredApp(state.connector, form))
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    return renderSetupPage(runtime, { ...state, problems: toAppFormProblems(state, error) })
  }
}

function toAppFormProblems({ connector, app, values }: AppFormState, error: CredentialError): Problems {
  const fields = listAppFields(connector)
  const { clientSecret, ...others } = toFormProblems(
    error,
    (path) => fields.find(({ name }) => name === path)?.name,
    Object.fromEntries(fields.map(({ name, field }) => [name, field])),
  )
  if (clientSecret === undefined) return others
  if (app === undefined) return { ...others, clientSecret }
  // There is a secret, and it belongs to the client id that there was.
  return values.clientId === '' ? others : { ...others, clientSecret: 'Another client ID needs its own secret.' }
}

async function renderSetupPage(runtime: Runtime, state: AppFormState): Promise<PageAnswer> {
  const isDisabled = (await runtime.disabledConnectors.list()).includes(state.connector.id)
  return {
    kind: 'page',
    title: `Set up ${state.connector.definition.name}`,
    status: Object.keys(state.problems).length === 0 ? 200 : 422,
    content: <SetupView state={state} runtime={runtime} isDisabled={isDisabled} />,
  }
}

async function findSavedApp({ oauthApps }: Runtime, connector: AnyConnector) {
  return findOauthConfig(connector) === undefined ? undefined : oauthApps.get({ connector })
}

async function tryPreview({ oauthApps }: Runtime, app: OAuthAppInput) {
  try {
    return await oauthApps.preview(app)
  } catch (error) {
    if (error instanceof CredentialError) return undefined
    throw error
  }
}

function demandOAuth(connector: AnyConnector): AnyConnector {
  if (findOauthConfig(connector) !== undefined) return connector
  throw new ApiError('The connector does not use OAuth, so it has no app.', { code: 'API_INVALID', status: 400 })
}
