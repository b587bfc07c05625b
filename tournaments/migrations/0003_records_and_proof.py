
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_a_club_day'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='notice',
            field=models.CharField(blank=True, default='', help_text='a sentence for the hall, as it was given', max_length=200),
        ),
        migrations.AddField(
            model_name='event',
            name='proof',
            field=models.CharField(choices=[('tap', "a tap on the table's tablet"), ('pin', "the player's own PIN"), ('phone', "the player's own phone")], default='tap', max_length=8),
        ),
        migrations.AddField(
            model_name='event',
            name='records',
            field=models.CharField(choices=[('one', 'one record'), ('two', 'two records, on the tablet and on paper')], default='one', max_length=8),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('records__in', ['one', 'two'])), name='event_records'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('proof__in', ['tap', 'pin', 'phone'])), name='event_proof'),
        ),
    ]
