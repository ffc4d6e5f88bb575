import type { AnyConnector } from '../../../define/index.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { type ConnectorStatus, findOauthConfig, findOwnChoice } from '../../connectors/pages/connectors.ts'

/** Heading of the form of an app, or of settings. */
export function describeForm(texts: Texts, connector: AnyConnector, role: Role, isEntered: boolean): string {
  if (findOauthConfig(connector) !== undefined) return isEntered ? texts.setup.form.app : texts.setup.form.enterApp
  const isForAll = mayDo(role, 'platform-apps:write') && findOwnChoice(connector) === undefined
  return isEntered ? texts.setup.form.settings({ isForAll }) : texts.setup.form.enterSettings({ isForAll })
}

/** Whom that which is entered here serves, and what serves the organization without it. */
export function describeOwner(
  texts: Texts,
  connector: AnyConnector,
  role: Role,
  { isServedByPlatform }: ConnectorStatus,
  service: string,
): string {
  const isOauth = findOauthConfig(connector) !== undefined
  const choice = findOwnChoice(connector)
  const sentences: string[] = []
  if (choice !== undefined) {
    sentences.push(texts.setup.owner.onlyYours({ isApp: isOauth, choice }))
    if (choice === 'server') sentences.push(texts.setup.owner.enterServer)
  } else if (mayDo(role, 'platform-apps:write')) {
    sentences.push(isOauth ? texts.setup.owner.platformApp : texts.setup.owner.platformSettings)
    return sentences.join(' ')
  } else sentences.push(isOauth ? texts.setup.owner.ownApp : texts.setup.owner.ownSettings)
  if (isServedByPlatform)
    sentences.push(
      isOauth ? texts.setup.owner.platformAppServes({ service }) : texts.setup.owner.platformSettingsServe({ service }),
    )
  return sentences.join(' ')
}

/** What deleting is called, and what it does. */
export function describeRemoval(texts: Texts, connector: AnyConnector) {
  const { name } = connector.definition
  return findOauthConfig(connector) === undefined
    ? {
        title: texts.setup.remove.settings,
        effect: texts.setup.remove.settingsHelp({ name }),
        button: texts.setup.remove.settingsNamed({ name }),
      }
    : {
        title: texts.setup.remove.app,
        effect: texts.setup.remove.appHelp({ name }),
        button: texts.setup.remove.appNamed({ name }),
      }
}
