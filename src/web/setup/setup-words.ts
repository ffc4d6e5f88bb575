import type { AnyConnector } from '../../define/index.ts'
import { mayDo, type Role } from '../../workspace/permissions.ts'
import { findOauthConfig, findOwnChoice, type Standing } from '../connectors/connectors.ts'

/** Heading of the form of an app, or of settings. */
export function describeForm(connector: AnyConnector, role: Role, isEntered: boolean): string {
  if (findOauthConfig(connector) !== undefined) return isEntered ? 'The app' : 'Enter the app'
  const isForAll = mayDo(role, 'platform-apps:write') && findOwnChoice(connector) === undefined
  const whose = isForAll ? 'for everybody' : 'of your organization'
  return isEntered ? `The settings ${whose}` : `Enter the settings ${whose}`
}

/** Whom that which is entered here serves, and what serves the organization without it. */
export function describeOwner(connector: AnyConnector, role: Role, { isServedByPlatform }: Standing): string {
  const isOauth = findOauthConfig(connector) !== undefined
  const choice = findOwnChoice(connector)
  const sentences: string[] = []
  if (choice !== undefined) {
    const what = isOauth ? 'This app serves' : 'These settings serve'
    sentences.push(`${what} your organization alone, because what people type chooses the ${choice}.`)
    if (choice === 'server') sentences.push('Enter the server too. Secrets go only to this server.')
  } else if (mayDo(role, 'platform-apps:write')) {
    sentences.push(
      isOauth
        ? 'You set the app of the platform. It serves every organization without an app of its own.'
        : 'You enter the settings of the platform. They serve every organization without settings of its own.',
    )
    return sentences.join(' ')
  } else
    sentences.push(isOauth ? 'You set the app of your organization.' : 'You enter the settings of your organization.')
  if (isServedByPlatform)
    sentences.push(
      isOauth
        ? 'The app of the platform serves you now. If you enter an app, Checkwright uses yours.'
        : 'The settings of the platform serve you now. If you enter settings, Checkwright uses yours.',
    )
  return sentences.join(' ')
}

/** What deleting is called, and what it does. */
export function describeRemoval(connector: AnyConnector) {
  const { name } = connector.definition
  return findOauthConfig(connector) === undefined
    ? {
        title: 'Delete the settings',
        effect: `Connections of ${name} that use these settings no longer work.`,
        button: `Delete the settings of ${name}`,
      }
    : {
        title: 'Delete the app',
        effect: `People can no longer connect ${name}. Connections that use the app cannot renew their access.`,
        button: `Delete the app of ${name}`,
      }
}
