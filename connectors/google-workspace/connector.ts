import { defineConnector } from 'checkwright'
import { classify } from './classify.ts'

/** The connector without its checks, which are written against it. */
export const workspace = defineConnector(
  {
    id: 'google-workspace',
    name: 'Google Workspace',
    version: '1.0.0',
    description:
      'Two-step verification, administrators, leavers, third-party access, groups and devices of one Google Workspace account.',
    category: 'identity',
    docsUrl: 'https://developers.google.com/workspace/admin',
    baseUrl: 'https://admin.googleapis.com',
    // The settings of groups have their own host.
    allowedHosts: ['www.googleapis.com'],
    auth: {
      type: 'oauth2',
      config: {
        // No issuer: Google sends `iss` without promising it in its metadata, and a declared one would be required (RFC
        // 9207).
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        revokeUrl: 'https://oauth2.googleapis.com/revoke',
        pkce: true,
        scopes: [
          'https://www.googleapis.com/auth/admin.directory.user.readonly',
          'https://www.googleapis.com/auth/admin.directory.user.security',
          'https://www.googleapis.com/auth/admin.directory.group.readonly',
          'https://www.googleapis.com/auth/admin.directory.device.mobile.readonly',
          'https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly',
          'https://www.googleapis.com/auth/apps.groups.settings',
        ],
        // Google issues a refresh token only on request, and only with a new consent.
        authorizationParams: { access_type: 'offline', prompt: 'consent' },
        createAppUrl: 'https://console.cloud.google.com/auth/clients/create',
        setupInstructions: `
1. In the [Google Cloud console](https://console.cloud.google.com) choose or create a project of your organization.
2. **APIs & Services → Library**: enable *Admin SDK API* and *Groups Settings API*.
3. **Google Auth Platform → Audience**: *Internal*, so that Google does not have to verify the app.
4. **Clients → Create client**: type *Web application*. **Authorized redirect URIs**: the callback address shown on this page.
5. Copy **Client ID** and **Client secret** into the form here.

The person who connects must be a **super administrator**. Google shows only them the access of third parties. Two of the
scopes have no read-only form, but the checks only read.
`.trim(),
      },
    },
    unread: [
      {
        of: 'GET /admin/directory/v1/customer/{customerId}/devices/mobile mobiledevices',
        members: ['type'],
        checks: ['mobile-devices'],
        because:
          'Phones of every kind are to be encrypted and locked; a person looks at one of which Google does not say so.',
      },
      {
        of: 'GET /admin/directory/v1/users users',
        members: [
          'agreedToTerms',
          'changePasswordAtNextLogin',
          'deletionTime',
          'includeInGlobalAddressList',
          'ipWhitelisted',
          'isMailboxSetup',
          'nonEditableAliases',
        ],
        because: 'They do not tell whether and how somebody can sign in. Deleted users are not listed.',
      },
      {
        of: 'GET /admin/directory/v1/users/{userKey}/tokens items',
        members: ['anonymous', 'nativeApp'],
        because: 'The scopes alone decide what an application reads.',
      },
      {
        of: 'GET /admin/directory/v1/groups groups',
        members: ['adminCreated', 'aliases', 'externalIds', 'nonEditableAliases'],
        because: 'The settings of a group decide, however it was made.',
      },
      {
        of: 'GET /groups/v1/groups/{groupUniqueId}',
        members: ['maxMessageBytes'],
        because: 'The size of messages lets nobody in.',
      },
      {
        of: 'GET /admin/directory/v1/customer/{customerId}/devices/mobile mobiledevices',
        members: [
          'applications',
          'firstSync',
          'managedAccountIsOnOwnerProfile',
          'otherAccountsInfo',
          'supportsWorkProfile',
        ],
        because: 'They do not tell whether the device is encrypted, locked and intact.',
      },
      {
        of: 'GET /admin/directory/v1/customer/{customerId}/devices/chromeos chromeosdevices',
        members: [
          'activeTimeRanges',
          'backlightInfo',
          'bluetoothAdapterInfo',
          'chromeOsType',
          'cpuInfo',
          'cpuStatusReports',
          'deprovisionReason',
          'deviceFiles',
          'deviceLicenseType',
          'diskVolumeReports',
          'fanInfo',
          'lastEnrollmentTime',
          'lastKnownNetwork',
          'recentUsers',
          'screenshotFiles',
          'systemRamFreeReports',
          'willAutoRenew',
        ],
        because: 'They are about hardware, use and licences, and not about the system that starts.',
      },
    ],
    notJudged: [
      {
        says: 'How long ago a mobile device told what is judged, and whether its developer options are on.',
        of: 'GET /admin/directory/v1/customer/{customerId}/devices/mobile mobiledevices',
        members: ['lastSync', 'developerOptionsStatus'],
      },
      {
        says: 'How long ago a ChromeOS device told what is judged.',
        of: 'GET /admin/directory/v1/customer/{customerId}/devices/chromeos chromeosdevices',
        members: ['lastSync'],
      },
      { says: 'Settings of the whole account that close all groups, and access for the whole domain.' },
    ],
    test: { path: '/admin/directory/v1/users?customer=my_customer&maxResults=1' },
    // 2400 requests a minute and user. https://developers.google.com/workspace/admin/directory/v1/limits
    limits: { concurrency: 8, requestsPerSecond: 30, burst: 40 },
  },
  { classify },
)
