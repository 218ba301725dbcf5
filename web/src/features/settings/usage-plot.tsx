import { BarChart } from '@mantine/charts';
import { useDirection } from '@mantine/core';

import type { Usage } from '../../api/settings-queries';
import { useI18n } from '../../i18n/i18n-provider';
import { usd } from '../../ui/usd';
import classes from './settings.module.css';
import { useUsageNames } from './use-usage-names';
import { barsOf, type Metric, type Span } from './usage-view';

const HEIGHT_PX = 240;
const BAR_PX = 38;
const TICK = { fontSize: 12, fill: 'currentColor' };

interface UsagePlotProps {
  usage: Usage;
  metric: Metric;
  span: Span;
}

/** A look at the sums; the table beside it says the same to whoever does not see it. */
export function UsagePlot({ usage, metric, span }: UsagePlotProps) {
  const { t, locale } = useI18n();
  const { dir } = useDirection();
  const nameOf = useUsageNames(usage.by);
  const names = new Map(usage.rows.map((row) => [row.key, row.name]));
  const bars = barsOf(usage.rows, usage.by, metric, span);
  const data = bars.map(({ key, value }) => ({
    name: isolated(nameOf({ key, name: names.get(key) ?? '' })),
    value,
  }));
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const say = (value: number) => (metric === 'price' ? usd(value) : compact.format(value));
  const isByDay = usage.by === 'day';
  // Time runs, and bars grow, along the reading.
  const isMirrored = dir === 'rtl';
  const values = { reversed: isMirrored && !isByDay, tickFormatter: say };
  const categories = { reversed: isMirrored && isByDay };
  const side = {
    orientation: isMirrored ? ('right' as const) : ('left' as const),
    tick: { ...TICK, transform: `translate(${isMirrored ? 10 : -10}, 0)` },
  };
  return (
    <div className={classes.plot} aria-hidden dir="ltr">
      <BarChart
        h={isByDay ? HEIGHT_PX : bars.length * BAR_PX + BAR_PX}
        data={data}
        dataKey="name"
        orientation={isByDay ? 'horizontal' : 'vertical'}
        series={[{ name: 'value', label: t(`settings.metric_${metric}`), color: 'var(--thread)' }]}
        valueFormatter={say}
        gridAxis={isByDay ? 'x' : 'y'}
        // Hidden from readers, who have the table: so nothing in it takes the focus either.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ maxBarSize: 26, radius: 3, isAnimationActive: false }}
        xAxisProps={isByDay ? categories : values}
        yAxisProps={isByDay ? { ...side, tickFormatter: say, width: 56, allowDecimals: metric === 'price' } : { ...side, width: 150 }}
      />
    </div>
  );
}

/** A name in its own direction: the drawing as a whole runs from the left. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
