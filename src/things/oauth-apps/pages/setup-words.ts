import type { AnyConnector } from '../../../define/index.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { type ConnectorStatus, findOauthConfig, findOwnChoice } from '../../connectors/pages/connectors.ts'

/** Heading of the form of an app, or of settings. */
export function describeForm(texts: Texts, connector: AnyConnector, role: Role, isEntered: boolean): string {
  if (findOauthConfig(connector) !== undefined) return isEntered ? texts.setup.theApp : texts.setup.enterTheApp
  const isForAll = mayDo(role, 'platform-apps:write') && findOwnChoice(connector) === undefined
  const whose = isForAll ? texts.setup.forEverybody : texts.setup.ofYourOrganization
  return isEntered ? texts.setup.theSettings({ whose }) : texts.setup.enterTheSettings({ whose })
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
    const what = isOauth ? texts.setup.thisAppServes : texts.setup.theseSettingsServe
    sentences.push(texts.setup.yourOrganizationAloneBecauseWhat({ what, choice: texts.setup.choiceWords[choice] }))
    if (choice === 'server') sentences.push(texts.setup.enterTheServerTooSecrets)
  } else if (mayDo(role, 'platform-apps:write')) {
    sentences.push(isOauth ? texts.setup.youSetTheAppOf : texts.setup.youEnterTheSettingsOf)
    return sentences.join(' ')
  } else
    sentences.push(isOauth ? texts.setup.youSetTheAppOfOrganization : texts.setup.youEnterTheSettingsOfOrganization)
  if (isServedByPlatform)
    sentences.push(
      isOauth ? texts.setup.theAppOfThePlatform({ service }) : texts.setup.theSettingsOfThePlatform({ service }),
    )
  return sentences.join(' ')
}

/** What deleting is called, and what it does. */
export function describeRemoval(texts: Texts, connector: AnyConnector) {
  const { name } = connector.definition
  return findOauthConfig(connector) === undefined
    ? {
        title: texts.setup.deleteTheSettings,
        effect: texts.setup.connectionsOfThatUseThese({ name }),
        button: texts.setup.deleteTheSettingsOf({ name }),
      }
    : {
        title: texts.setup.deleteTheApp,
        effect: texts.setup.peopleCanNoLongerConnect({ name }),
        button: texts.setup.deleteTheAppOf({ name }),
      }
}
