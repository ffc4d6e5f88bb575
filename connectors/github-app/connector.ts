import { defineConnector } from 'checkwright'
import { classify } from '../github/classify.ts'
import { githubApi, organizationField } from '../github/connector.ts'
import { logIn, propertyName, verifyOrganization } from './sign-in.ts'

/** The connector without its checks. */
export const githubApp = defineConnector(
  {
    id: 'github-app',
    name: 'GitHub (by a GitHub App)',
    version: '1.0.0',
    description:
      'Two-factor authentication, access, branch protection, secrets, vulnerabilities and workflows of one organization on github.com. It signs in as a GitHub App that the organization installs, without a person’s token.',
    ...githubApi,
    credentialFields: [organizationField],
    auth: {
      type: 'custom',
      config: {
        description: 'A GitHub App of the platform, which an owner of the organization installs.',
        credentialFields: [
          {
            id: 'installation_id',
            label: 'Installation',
            type: 'text',
            required: true,
            placeholder: '12345678',
            helpText:
              'The number at the end of the address of the installed app: github.com/organizations/octo-org/settings/installations/12345678.',
            pattern: '\\d{1,20}',
            callbackParam: 'installation_id',
          },
        ],
        customSettings: [
          {
            id: 'app_id',
            label: 'App ID',
            type: 'text',
            required: true,
            placeholder: '123456',
            helpText: 'The App ID or the client ID, at the top of the page of the app.',
            pattern: '[A-Za-z0-9.]{1,64}',
          },
          {
            id: 'private_key',
            label: 'Private key',
            type: 'textarea',
            required: true,
            placeholder: '-----BEGIN RSA PRIVATE KEY-----',
            helpText: 'The whole .pem file that GitHub gave you.',
          },
        ],
        settingsInstructions: `
1. Open [New GitHub App](https://github.com/settings/apps/new). To own it by an organization, open *Settings → Developer settings → GitHub Apps → New GitHub App* there.
2. **Name** and **Homepage URL**: what your customers recognize. Clear **Webhook → Active**.
3. **Permissions**, each *Read-only*:
   - Repository: *Administration*, *Dependabot alerts* and *Secret scanning alerts*. GitHub adds *Metadata*.
   - Organization: *Administration*, *Members* and *Webhooks*.
   - Organization: *Custom properties*, if the app serves more than one organization here.
4. **Setup URL**: the address of the page *Connect GitHub (by a GitHub App)* here, such as \`https://checks.example.com/connect/github-app\`. GitHub then sends people back with the number of the installation filled in.
5. **Where can this GitHub App be installed?** *Any account*, if others than the owner connect by it.
6. **Create GitHub App**, then copy its **App ID** into the form here.
7. **Private keys → Generate a private key**. Paste the whole file into the form, then delete it from your computer.

If you check one organization only, bind the settings to it: \`checkwright app set github-app --bound-to <organization>\`.
`.trim(),
        setupInstructions: `
1. Sign in to GitHub as an **owner** of the organization and open the public page of the app: \`https://github.com/apps/<name>\`.
2. **Install**, choose the organization and *All repositories*. The checks do not judge repositories that the app cannot see.
3. GitHub sends you back here with the number of the installation. If it does not, copy the number at the end of the address that it shows into the form.
4. If this page shows an id of your organization, prove that the organization at GitHub is yours: open *Organization settings → Custom properties → New property*. **Name**: \`${propertyName}\`. **Type**: *Single select*. **Options**: the id that this page shows. Only owners can do that.

GitHub shows an app less than an owner, such as who has no second factor. If a check needs such data, it ends in an error that explains this. The connector \`github\` uses an owner's token instead.
`.trim(),
      },
    },
  },
  { authenticate: logIn, verify: verifyOrganization, classify },
)
