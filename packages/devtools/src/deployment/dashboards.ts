import fs from 'node:fs';
import path from 'node:path';
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { chartFolder } from './helm';

/** A graph: one line for each series that a query has. */
interface Graph {
  readonly title: string;
  readonly unit: 'reqps' | 's' | 'percentunit' | 'short' | 'bytes';
  /** By the legend, which may name labels as `{{lane}}`. */
  readonly queries: Readonly<Record<string, string>>;
}

interface DashboardPlan {
  readonly uid: string;
  readonly title: string;
  readonly rows: Readonly<Record<string, readonly Graph[]>>;
}

const rate = (metric: string, by: string, where = ''): string =>
  `sum by (${by}) (rate(${metric}_total${where}[$__rate_interval]))`;
const quantile = (share: number, metric: string, by = ''): string =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket[$__rate_interval])))`;

export const dashboardPlans: readonly DashboardPlan[] = [
  {
    uid: 'postrider-mail',
    title: 'Postrider: mail',
    rows: {
      'What waits': [
        {
          title: 'Oldest due message',
          unit: 's',
          queries: { '{{lane}}': 'max by (lane) (messages_oldest_due_seconds)' },
        },
        {
          title: 'Due messages (100,000 at most)',
          unit: 'short',
          queries: { '{{lane}}': 'max by (lane) (messages_due)' },
        },
        {
          title: 'From due to claimed, p99',
          unit: 's',
          queries: { '{{lane}}': quantile(0.99, 'send_queue_age_seconds', 'lane') },
        },
      ],
      Outcomes: [
        {
          title: 'Recipients by status',
          unit: 'reqps',
          queries: { '{{status}}': rate('send_recipients', 'status', '{lane!="test"}') },
        },
        {
          title: 'Share that bounces or fails',
          unit: 'percentunit',
          queries: {
            share:
              'sum(rate(send_recipients_total{status=~"bounced|failed",lane!="test"}[30m])) / sum(rate(send_recipients_total{lane!="test"}[30m]))',
          },
        },
        {
          title: 'From claim to record, p99',
          unit: 's',
          queries: { '{{lane}}': quantile(0.99, 'send_duration_seconds', 'lane') },
        },
      ],
      'How it leaves': [
        {
          title: 'Connections',
          unit: 'short',
          queries: { open: 'sum(send_connections)', 'waited for': 'sum(send_waiting)' },
        },
        {
          title: 'Attempts',
          unit: 'reqps',
          queries: {
            '{{transport}} {{source}} {{result}}': rate('send_attempts', 'transport, source, result'),
          },
        },
        {
          title: 'Sites without a connection',
          unit: 'short',
          queries: {
            '{{transport}} {{source}}': 'max by (transport, source) (send_sites_unreachable)',
          },
        },
        {
          title: 'Transports that are out',
          unit: 'short',
          queries: { '{{transport}}': 'max by (transport) (send_transports_out)' },
        },
        {
          title: 'Waits for what a site takes, p99 of those that wait',
          unit: 's',
          queries: { '{{lane}}': quantile(0.99, 'send_site_wait_seconds', 'lane') },
        },
      ],
      'Campaigns and inbound mail': [
        {
          title: 'Recipients of broadcasts',
          unit: 'reqps',
          queries: { '{{outcome}}': rate('broadcast_recipients', 'outcome') },
        },
        {
          title: 'Steps of automations',
          unit: 'reqps',
          queries: { '{{type}} {{outcome}}': rate('automation_steps', 'type, outcome') },
        },
        { title: 'Oldest inbound mail', unit: 's', queries: { waiting: 'max(inbound_oldest_seconds)' } },
      ],
    },
  },
  {
    uid: 'postrider-interfaces',
    title: 'Postrider: API, SMTP and webhooks',
    rows: {
      API: [
        {
          title: 'Requests by status',
          unit: 'reqps',
          queries: { '{{status}}': rate('http_requests', 'status') },
        },
        {
          title: 'Time to answer',
          unit: 's',
          queries: {
            p50: quantile(0.5, 'http_request_duration_seconds'),
            p99: quantile(0.99, 'http_request_duration_seconds'),
          },
        },
        {
          title: 'Requests checked without Redis',
          unit: 'reqps',
          queries: { requests: 'sum(rate(admission_local_requests_total[$__rate_interval]))' },
        },
      ],
      'API by route': [
        {
          title: 'Requests of the ten busiest routes',
          unit: 'reqps',
          queries: { '{{method}} {{route}}': `topk(10, ${rate('http_requests', 'method, route')})` },
        },
        {
          title: 'Requests that failed on our side',
          unit: 'reqps',
          queries: {
            '{{method}} {{route}} {{status}}': `${rate('http_requests', 'method, route, status', '{status=~"5.."}')} > 0`,
          },
        },
        {
          title: 'Time to answer of the ten slowest routes, p99',
          unit: 's',
          queries: {
            '{{method}} {{route}}': `topk(10, ${quantile(0.99, 'http_request_duration_seconds', 'method, route')})`,
          },
        },
      ],
      SMTP: [
        {
          title: 'Open connections',
          unit: 'short',
          queries: {
            '{{listener}}': 'sum by (listener) (smtp_relay_connections)',
            inbound: 'sum(smtp_relay_inbound_connections)',
          },
        },
        {
          title: 'From message to answer, without holds, p99',
          unit: 's',
          queries: { p99: quantile(0.99, 'smtp_relay_message_seconds') },
        },
        {
          title: 'Bytes of large messages held in memory',
          unit: 'bytes',
          queries: { '{{instance}}': 'sum by (instance) (smtp_relay_message_bytes)' },
        },
      ],
      'SMTP by reply': [
        {
          title: 'Replies that refuse or defer',
          unit: 'reqps',
          queries: {
            '{{listener}} {{command}} {{code}}': `${rate('smtp_relay_replies', 'listener, command, code', '{code=~"[45].."}')} > 0`,
          },
        },
        {
          title: 'Logins',
          unit: 'reqps',
          queries: { '{{code}}': rate('smtp_relay_replies', 'code', '{command="AUTH",code=~"[245].."}') },
        },
        {
          title: 'Held back over the rate of their key, p99',
          unit: 's',
          queries: { p99: quantile(0.99, 'smtp_relay_hold_seconds') },
        },
      ],
      Webhooks: [
        {
          title: 'Attempts by state afterwards',
          unit: 'reqps',
          queries: { '{{status}}': rate('webhook_attempts', 'status') },
        },
        {
          title: 'Time of an attempt, p99',
          unit: 's',
          queries: { p99: quantile(0.99, 'webhook_attempt_duration_seconds') },
        },
        {
          title: 'Oldest due delivery',
          unit: 's',
          queries: { waiting: 'max(webhook_deliveries_oldest_due_seconds)' },
        },
      ],
    },
  },
  {
    uid: 'postrider-processes',
    title: 'Postrider: queues and processes',
    rows: {
      Queues: [
        {
          title: 'Messages in RabbitMQ',
          unit: 'short',
          queries: { '{{queue}}': 'max by (queue) (queue_messages)' },
        },
        {
          title: 'Held unacknowledged',
          unit: 'short',
          queries: { '{{queue}}': 'sum by (queue) (messaging_held)' },
        },
        {
          title: 'Dead letters',
          unit: 'short',
          queries: { '{{queue}}': 'max by (queue) (queue_dead_letters)' },
        },
      ],
      Engines: [
        {
          title: 'Engines that do not answer',
          unit: 'short',
          queries: { '{{dependency}} {{instance}}': '1 - min by (dependency, instance) (dependency_up) > 0' },
        },
        {
          title: 'Connections to PostgreSQL in use',
          unit: 'percentunit',
          queries: {
            '{{instance}}':
              'sum by (instance) (database_pool_connections{state="busy"}) / sum by (instance) (database_pool_connections_max)',
          },
        },
        {
          title: 'Waits for a connection, p99 of those that wait',
          unit: 's',
          queries: { '{{instance}}': quantile(0.99, 'database_pool_wait_seconds', 'instance') },
        },
      ],
      Processes: [
        {
          title: 'Processor',
          unit: 'percentunit',
          queries: {
            '{{instance}}': 'sum by (instance) (rate(process_cpu_seconds_total[$__rate_interval]))',
          },
        },
        {
          title: 'Memory',
          unit: 'bytes',
          queries: { '{{instance}}': 'sum by (instance) (process_resident_memory_bytes)' },
        },
        {
          title: 'Event loop, p99 of its delay',
          unit: 's',
          queries: { '{{instance}}': 'max by (instance) (nodejs_eventloop_delay_p99_seconds)' },
        },
      ],
      'Work beside the event loop': [
        {
          title: 'Running',
          unit: 'short',
          queries: { '{{instance}}': 'sum by (instance) (thread_running)' },
        },
        {
          title: 'Waiting',
          unit: 'short',
          queries: { '{{instance}}': 'sum by (instance) (thread_waiting)' },
        },
        {
          title: 'Secrets that do not open',
          unit: 'short',
          queries: { '{{kind}}': 'max by (kind) (locked_secrets)' },
        },
        {
          title: 'Processes by version',
          unit: 'short',
          queries: { '{{service}} {{version}}': 'count by (service, version) (postrider_build_info)' },
        },
      ],
    },
  },
];

/** Of the 24 that a row has. */
const panelSpan = 8;
const panelHeight = 8;

export function dashboardJson({ uid, title, rows }: DashboardPlan): string {
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .tags(['postrider'])
    .timezone('utc')
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').type('prometheus').label('Prometheus'));
  for (const [name, graphs] of Object.entries(rows)) {
    dashboard.withRow(new RowBuilder(name));
    for (const graph of graphs) dashboard.withPanel(panelOf(graph));
  }
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`;
}

function panelOf({ title, unit, queries }: Graph): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .unit(unit)
    .min(0)
    .span(panelSpan)
    .height(panelHeight)
    .datasource({ type: 'prometheus', uid: '${datasource}' });
  for (const [legend, expression] of Object.entries(queries)) {
    panel.withTarget(new DataqueryBuilder().expr(expression).legendFormat(legend).range());
  }
  return panel;
}

export const dashboardFile = (uid: string): string =>
  path.join(chartFolder, 'files', 'dashboards', `${uid}.json`);

export function writeDashboards(): void {
  for (const plan of dashboardPlans) fs.writeFileSync(dashboardFile(plan.uid), dashboardJson(plan));
}
