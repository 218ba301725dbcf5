import {
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconMail,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react';

import type { KesherDocument } from '../../api/types';

const KINDS = [
  { is: /pdf/, Icon: IconFileTypePdf },
  { is: /^image\//, Icon: IconPhoto },
  { is: /rfc822/, Icon: IconMail },
  { is: /presentation|powerpoint/, Icon: IconPresentation },
  { is: /sheet|excel/, Icon: IconFileSpreadsheet },
];

interface FileIconProps {
  document: Pick<KesherDocument, 'media_type'>;
  className?: string | undefined;
}

/** The sign of a kind of file, so that a long list is told apart at a glance. */
export function FileIcon({ document, className }: FileIconProps) {
  const Icon = KINDS.find(({ is }) => is.test(document.media_type))?.Icon ?? IconFileText;
  return <Icon size={20} stroke={1.4} aria-hidden className={className} />;
}
