/** Dockerfile, compose.yml and the Kubernetes manifests, held against the bot that they run: its variables, ports and paths. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { readConfig, VARIABLE_NAMES } from '../../src/config.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import { serve } from '../../src/serve.ts';
import { ROOT } from '../../src/verbs/source-files.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** As somebody fills it in. */
const filledIn = (value: string) =>
  value.replace('…', '1234567890abcdef').replace('api.example.com', 'api.acme.test');
/** Where the environment names no port, of a bot with a whole configuration. */
const DEFAULTS = readConfig({
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'a',
  VISIBILITY_BASE_URL: 'https://api.acme.test/v1/public',
  VISIBILITY_API_KEY: 'b',
});

/** What the bot answers on its port. */
async function statusOf(asked: string): Promise<number> {
  const answers = { missing: async () => [], slack: undefined, metrics: async () => '' };
  const { url, close } = await serve(
    { host: '127.0.0.1', port: 0, metricsHost: '127.0.0.1', metricsPort: 0 },
    answers,
  );
  onTestFinished(close);
  return (await fetch(`${url}${asked}`)).status;
}

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const environment = Object.fromEntries(
    (dockerfile.match(/^ENV (.*)$/m)?.[1] ?? '').split(' ').map((pair) => pair.split('=', 2)),
  );

  it('is built on the Node that the tests run on, by an exact tag', () => {
    const tag = `node:${manifest.devDependencies.node}-bookworm-slim`;
    expect(dockerfile.match(/^FROM (.*)$/gm)).toEqual([
      `FROM --platform=$BUILDPLATFORM ${tag} AS build`,
      `FROM ${tag}`,
    ]);
  });

  it('sets what the bot knows', () => {
    const names = Object.keys(environment).filter((name) => name !== 'NODE_ENV');
    expect(names.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
    expect(environment).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0' });
  });

  it('shows the ports on which the bot listens, and asks whether it lives', async () => {
    expect(dockerfile).toContain(`EXPOSE ${DEFAULTS.port} ${DEFAULTS.metricsPort}`);
    const asked = dockerfile.match(/3000\}(\/\w+)/)?.[1] ?? '';
    expect(await statusOf(asked)).toBe(200);
  });

  it('is no one’s but a normal user’s', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

const Service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string(),
  profiles: z.array(z.string()).optional(),
});
const Compose = z.object({
  services: z.record(z.enum(['sightline', 'replicas', 'postgres']), Service),
  volumes: z.record(z.string(), z.null()),
});

describe('compose.yml', () => {
  const { services, volumes } = Compose.parse(parse(read('compose.yml'), { merge: true }));
  const { sightline, replicas, postgres } = services;

  it('runs the embedded store by itself, and two on PostgreSQL where they are asked for', () => {
    expect(sightline.profiles).toBeUndefined();
    expect(sightline.environment).not.toHaveProperty('DATABASE_URL');
    expect(replicas).toMatchObject({ profiles: ['postgres'], deploy: { replicas: 2 } });
    expect(postgres.profiles).toEqual(['postgres']);
    expect(replicas.environment.DATABASE_URL).toMatch(/@postgres\/sightline$/);
  });

  it.each(Object.entries({ sightline, replicas }))('%s is given what the bot knows', (_name, service) => {
    const environment = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [
        name,
        `${value}`.replace(/\$\{.*\}/, 'pass'),
      ]),
    );
    expect(Object.keys(environment).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
    const example = filledIn(
      read('.env.example').replaceAll(/^(SLACK\w+TOKEN=\w+-|VISIBILITY_API_KEY=)$/gm, '$1secret'),
    );
    const pairs = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const config = readConfig({ ...Object.fromEntries(pairs), ...environment });
    expect(service.ports.map((port) => Number(port.split(':').at(-1)))).toEqual([
      config.port,
      config.metricsPort,
    ]);
    expect(config).toMatchObject({ host: '0.0.0.0', metricsHost: '0.0.0.0' });
    expect(config.projectsFile).toMatch(/^\/config\//);
  });

  it.each(Object.entries({ sightline, replicas }))(
    '%s sees nothing of the machine but its configuration',
    (_name, service) => {
      const ofMachine = service.volumes.filter(
        (volume) => !Object.hasOwn(volumes, volume.split(':')[0] ?? ''),
      );
      expect(ofMachine).toEqual(['./config:/config:ro']);
      expect(service.ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    },
  );

  it('lets the one with the embedded store write only there', () => {
    expect(sightline.volumes).toContain(`data:${sightline.environment.DATA_DIR}`);
    expect(read('Dockerfile')).toContain(`VOLUME ${sightline.environment.DATA_DIR}`);
  });

  it('keeps no secret, and takes an exact PostgreSQL', () => {
    expect(postgres.image).toMatch(/^postgres:\d+\.\d+-\w+$/);
    expect(postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:-\}$/);
  });
});

const FOLDER = 'deploy/kubernetes';
const Labels = z.record(z.string(), z.string());
const Named = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
});
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Container = z.object({
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const Deployment = Named.extend({
  spec: z.object({
    replicas: z.number(),
    selector: z.object({ matchLabels: Labels }),
    template: z.object({
      metadata: z.object({ labels: Labels, annotations: Labels }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([Container]),
        volumes: z.array(
          z.object({ name: z.string(), configMap: z.object({ name: z.string() }).optional() }),
        ),
      }),
    }),
  }),
});

describe('the Kubernetes manifests', () => {
  const yaml = <Read>(file: string, schema: z.ZodType<Read>) =>
    schema.parse(parse(read(path.join(FOLDER, file))));
  const deployment = yaml('deployment.yml', Deployment);
  const { template } = deployment.spec;
  const [container] = template.spec.containers;
  const secret = yaml('examples/secret.yml', Named.extend({ stringData: Labels }));
  const projects = yaml('examples/projects.yml', Named.extend({ data: Labels }));

  it('are applied without the examples, which are filled in first', () => {
    const files = readdirSync(path.join(ROOT, FOLDER), { withFileTypes: true });
    expect(
      files
        .filter((file) => file.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['deployment.yml', 'network-policy.yml', 'pod-disruption-budget.yml', 'service.yml']);
  });

  it('give the bot a whole configuration, whose projects can be read', () => {
    expect(container.envFrom.map(({ secretRef }) => secretRef.name)).toEqual([secret.metadata.name]);
    const given = Object.entries(secret.stringData).map(([name, value]) => [name, filledIn(value)]);
    const own = container.env.map(({ name, value }) => [name, value]);
    const environment: Record<string, string> = Object.fromEntries([...given, ...own]);
    expect(Object.keys(environment).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
    const config = readConfig(environment);
    expect(config.slack.mode).toBe('http');
    expect(config.databaseUrl).toMatch(/^postgres:/);

    const volume = template.spec.volumes.find(({ configMap }) => configMap?.name === projects.metadata.name);
    const mount = container.volumeMounts.find(({ name }) => name === volume?.name);
    const [file = '', text = ''] = Object.entries(projects.data)[0] ?? [];
    expect(`${mount?.mountPath}/${file}`).toBe(config.projectsFile);
    expect(parseProjects(text, file).projects.map(({ name }) => name)).toEqual(['Acme']);
  });

  it('name the ports on which the bot listens, and lead to them', () => {
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(ports).toEqual({ http: DEFAULTS.port, metrics: DEFAULTS.metricsPort });
    expect(template.metadata.annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': `${DEFAULTS.metricsPort}`,
      'prometheus.io/path': '/metrics',
    });
    const Ports = z.array(z.object({ targetPort: z.enum(['http', 'metrics']) }));
    const service = yaml('service.yml', Named.extend({ spec: z.object({ selector: Labels, ports: Ports }) }));
    expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(Object.keys(ports));
    expect(service.spec.selector).toEqual(template.metadata.labels);
  });

  it.each(['startupProbe', 'livenessProbe', 'readinessProbe'] as const)(
    'ask by %s what the bot answers',
    async (probe) => {
      const { path: asked, port } = container[probe].httpGet;
      expect(port).toBe('http');
      expect(asked).toBe(probe === 'readinessProbe' ? '/readyz' : '/healthz');
      expect(await statusOf(asked)).toBe(200);
      expect(await statusOf(`${asked}/elsewhere`)).toBe(404);
    },
  );

  it('speak of the same pods, leave one of them while another goes, and the time that a stop takes', () => {
    const { labels } = template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    const Selector = z.object({ matchLabels: Labels });
    const budget = yaml(
      'pod-disruption-budget.yml',
      Named.extend({ spec: z.object({ minAvailable: z.number(), selector: Selector }) }),
    );
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
    const policy = yaml('network-policy.yml', Named.extend({ spec: z.object({ podSelector: Selector }) }));
    expect(policy.spec.podSelector.matchLabels).toEqual(labels);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
  });
});
