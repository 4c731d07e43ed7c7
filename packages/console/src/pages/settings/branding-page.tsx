import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { branding as words } from '../../texts/settings';
import { texts } from '../../texts/texts';
import { PageHeader } from '../../ui/page-header';
import { Branding } from './branding';

export function BrandingPage() {
  const canChange = useHasRole('admin');
  const query = useRead('/organization');
  const { data: organization } = query;
  if (organization === undefined) return <PendingPage query={query} />;
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.branding}
        description={words.about}
        curl={{ path: '/organization', docs: 'organization' }}
      />
      <Branding organization={organization} canChange={canChange} />
    </>
  );
}
