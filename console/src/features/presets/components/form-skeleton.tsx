import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import classes from './form/preset-form.module.css';

export function FormSkeleton() {
  return (
    <Loading>
      <FormPage>
        {[0, 1].map((card) => (
          <Card key={card}>
            <div className={classes.sections}>
              <Skeleton width="30%" height={18} />
              <Skeleton height={36} />
              <Skeleton height={52} />
              <Skeleton height={52} />
            </div>
          </Card>
        ))}
      </FormPage>
    </Loading>
  );
}
