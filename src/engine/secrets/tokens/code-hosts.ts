// Code hosts, package registries, continuous integration, and this server itself.
import { randomToken, type SecretPattern, token } from '../pattern.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const CODE_HOSTS: readonly SecretPattern[] = [
  token(
    'github_token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    String.raw`gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{36,}`,
  ),
  token(
    'gitlab_token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glptt-',
      'glcbt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
      'glwt-',
      'gr1348941',
    ],
    String.raw`gl(?:pat|dt|rtr?|ptt|cbt|ft|imt|agent|oas|soat|ffct|wt)-[\w.-]{16,}|GR1348941[\w-]{20,}`,
  ),
  token('bitbucket_token', ['atbb', 'atctt3'], String.raw`ATBB[A-Za-z0-9]{24,}|ATCTT3[\w=-]{30,}`),
  token('atlassian_token', ['atatt3', 'atta'], String.raw`ATATT3[\w=-]{30,}|ATTA[a-f0-9]{64,72}`),
  token('npm_token', 'npm_', 'npm_[A-Za-z0-9]{36}'),
  randomToken('pypi_token', 'pypi-', String.raw`pypi-[\w-]{40,}`),
  token('rubygems_key', 'rubygems_', 'rubygems_[a-f0-9]{40,}'),
  randomToken('crates_token', 'cio', 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  randomToken('nuget_key', 'oy2', 'oy2[a-z0-9]{43}(?![A-Za-z0-9])'),
  token('clojars_token', 'clojars_', '(?:CLOJARS|clojars)_[a-z0-9]{60}'),
  token('docker_token', ['dckr_pat_', 'dckr_oat_'], String.raw`dckr_[po]at_[\w-]{20,}`),
  token('sonar_token', ['sqp_', 'squ_', 'sqa_'], 'sq[pua]_[a-f0-9]{40}'),
  token('circleci_token', ['ccipat_', 'cciprj_'], String.raw`CCI(?:PAT|PRJ)_\w{20,}`),
  token('buildkite_token', 'bk', 'bk(?:ua|aa|ct|ps|at)_[a-f0-9]{40}'),
  token('snyk_token', ['snyk_uat.', 'snyk_sat.'], String.raw`snyk_[us]at\.[\w.-]{20,}`),
  token('sourcegraph_token', 'sgp_', 'sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}'),
  token('launchdarkly_key', ['sdk-', 'api-', 'mob-'], `(?:sdk|api|mob)-${UUID}`),
  randomToken('octopus_key', 'api-', 'API-[A-Z0-9]{25,32}(?![A-Za-z0-9])'),
  token('harness_token', ['pat.', 'sat.'], String.raw`[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}`),
  token('prefect_key', ['pnu_', 'pnb_'], 'pn[ub]_[A-Za-z0-9]{36}'),
  token('readme_key', 'rdme_', 'rdme_[a-z0-9]{60,}'),
  token('remanence_token', 'rmn_', String.raw`rmn_[0-9a-f]{12}_[\w-]{20,}`),
];
