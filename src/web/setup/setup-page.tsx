import type { AnyConnector } from '../../define/index.ts'
import { ApiError, CredentialError } from '../../errors/index.ts'
import { demandConnector } from '../../host/services/demand.ts'
import type { OAuthAppInput, Runtime } from '../../runtime/runtime.ts'
import { oauthConfigOf } from '../connectors/connectors.ts'
import type { Problems } from '../connectors/field.tsx'
import { problemsOf } from '../connectors/problems.ts'
import type { Form } from '../form.ts'
import { action, type OwnVisit, type PageAnswer, page } from '../route.ts'
import { type AppFormState, appFields, enteredApp, savedValues, shownValues } from './app-form.ts'
import { SetupView } from './setup-view.tsx'

// The app that is set here is the platform's: it serves every organization that has none of its own.

export const setupPage = page({
  path: '/setup/:connectorId',
  access: 'admin',
  show: async ({ runtime, params }) => {
    const connector = demandConnector(runtime, params.connectorId)
    const app = await savedApp(runtime, connector)
    const preview =
      oauthConfigOf(connector) &&
      (await previewOf(runtime, { connector, clientId: app?.clientId ?? '', settings: app?.settings ?? {} }))
    return shown(runtime, {
      connector,
      app,
      values: savedValues(connector, app),
      problems: {},
      preview,
      trial: undefined,
    })
  },
})

export const previewApp = action({
  path: '/setup/:connectorId/preview',
  access: 'admin',
  audit: undefined,
  act: async (visit) => shown(visit.runtime, await sentState(visit)),
})

export const testApp = action({
  path: '/setup/:connectorId/test',
  access: 'admin',
  audit: { action: 'platform-app.test', target: 'connectorId' },
  act: async (visit) => {
    const state = await sentState(visit)
    return fitting(visit, state, async (input) =>
      shown(visit.runtime, { ...state, trial: await visit.runtime.oauthApps.test(input) }),
    )
  },
})

export const saveApp = action({
  path: '/setup/:connectorId',
  access: 'admin',
  audit: { action: 'platform-app.set', target: 'connectorId' },
  act: async (visit) =>
    fitting(visit, await sentState(visit), async (input) => {
      await visit.runtime.oauthApps.set(input)
      return { kind: 'redirect', to: `/setup/${visit.params.connectorId}`, notice: 'app-saved' }
    }),
})

export const deleteApp = action({
  path: '/setup/:connectorId/delete',
  access: 'admin',
  audit: { action: 'platform-app.delete', target: 'connectorId' },
  act: async ({ runtime, params }) => {
    const connector = demandOAuth(demandConnector(runtime, params.connectorId))
    await runtime.oauthApps.delete({ connector })
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'app-deleted' }
  },
})

export const disableConnector = action({
  path: '/setup/:connectorId/disable',
  access: 'admin',
  audit: { action: 'connector.disable', target: 'connectorId' },
  act: async ({ runtime, params }) => {
    const connector = demandConnector(runtime, params.connectorId)
    await runtime.disabledConnectors.add(connector)
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'connector-disabled' }
  },
})

export const enableConnector = action({
  path: '/setup/:connectorId/enable',
  access: 'admin',
  audit: { action: 'connector.enable', target: 'connectorId' },
  act: async ({ runtime, params }) => {
    const connector = demandConnector(runtime, params.connectorId)
    await runtime.disabledConnectors.remove(connector)
    return { kind: 'redirect', to: `/setup/${connector.id}`, notice: 'connector-enabled' }
  },
})

type Submission = OwnVisit & { readonly form: Form }

/** The form as it was sent. */
async function sentState({ runtime, params, form }: Submission): Promise<AppFormState> {
  const connector = demandOAuth(demandConnector(runtime, params.connectorId))
  return {
    connector,
    app: await savedApp(runtime, connector),
    values: shownValues(connector, (name) => form.text(name)),
    problems: {},
    preview: await previewOf(runtime, enteredApp(connector, form)),
    trial: undefined,
  }
}

/** Does it, or shows the form again with what does not fit. */
async function fitting(
  { runtime, form }: Submission,
  state: AppFormState,
  work: (input: OAuthAppInput) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await work(enteredApp(state.connector, form))
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    return shown(runtime, { ...state, problems: formProblems(state, error) })
  }
}

function formProblems({ connector, app, values }: AppFormState, error: CredentialError): Problems {
  const fields = appFields(connector)
  const { clientSecret, ...others } = problemsOf(
    error,
    (path) => fields.find(({ name }) => name === path)?.name,
    Object.fromEntries(fields.map(({ name, field }) => [name, field])),
  )
  if (clientSecret === undefined) return others
  if (app === undefined) return { ...others, clientSecret }
  // There is a secret, and it belongs to the client id that there was.
  return values.clientId === '' ? others : { ...others, clientSecret: 'Another client ID needs its own secret.' }
}

async function shown(runtime: Runtime, state: AppFormState): Promise<PageAnswer> {
  const isDisabled = (await runtime.disabledConnectors.list()).includes(state.connector.id)
  return {
    kind: 'page',
    title: `Set up ${state.connector.definition.name}`,
    status: Object.keys(state.problems).length === 0 ? 200 : 422,
    content: <SetupView state={state} runtime={runtime} isDisabled={isDisabled} />,
  }
}

async function savedApp({ oauthApps }: Runtime, connector: AnyConnector) {
  return oauthConfigOf(connector) === undefined ? undefined : oauthApps.get({ connector })
}

async function previewOf({ oauthApps }: Runtime, app: OAuthAppInput) {
  try {
    return await oauthApps.preview(app)
  } catch (error) {
    if (error instanceof CredentialError) return undefined
    throw error
  }
}

function demandOAuth(connector: AnyConnector): AnyConnector {
  if (oauthConfigOf(connector) !== undefined) return connector
  throw new ApiError('The connector does not use OAuth, so it has no app.', { code: 'API_INVALID', status: 400 })
}
