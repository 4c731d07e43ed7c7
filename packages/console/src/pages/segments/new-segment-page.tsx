import { useNavigate } from '@tanstack/react-router';
import { segmentTexts as words } from '../../texts/segments';
import { texts } from '../../texts/texts';
import { PageHeader } from '../../ui/page-header';
import { CreateSegment } from './segment-editor';

export function NewSegmentPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        parent={{ to: '/segments', label: texts.navigation.pages.segments }}
        title={words.newTitle}
        curl={{
          method: 'POST',
          path: '/segments',
          docs: 'segments',
          body: { name: 'Subscribed', filter: { all: [{ status: 'SUBSCRIBED' }] } },
        }}
      />
      <CreateSegment created={({ id }) => void navigate({ to: '/segments/$id', params: { id } })} />
    </>
  );
}
