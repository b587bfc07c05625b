
import django.db.models.deletion
import django.utils.timezone
import tournaments.models.base
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('referee', '0002_claims'),
        ('tournaments', '0003_records_and_proof'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(default=tournaments.models.base.new_uid, editable=False, max_length=12, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('key', models.CharField(max_length=64, unique=True)),
                ('reason', models.CharField(choices=[('irregularity', 'something went wrong in play'), ('claim', 'a claim'), ('question', 'a question about the rules'), ('score', 'a question about the score'), ('cards', 'the cards are not complete'), ('device', 'the tablet'), ('other', 'something else')], max_length=16)),
                ('words', models.CharField(blank=True, default='', max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='CallStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(default=tournaments.models.base.new_uid, editable=False, max_length=12, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('called', 'called'), ('on_the_way', 'on the way'), ('at_the_table', 'at the table'), ('deferred', 'deferred'), ('done', 'done')], max_length=16)),
                ('note', models.CharField(blank=True, default='', max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='Irregularity',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(default=tournaments.models.base.new_uid, editable=False, max_length=12, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('code', models.CharField(max_length=48)),
                ('seat', models.CharField(max_length=12)),
                ('cards', models.JSONField(default=list)),
                ('play', models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='IrregularityRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(default=tournaments.models.base.new_uid, editable=False, max_length=12, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('number', models.PositiveSmallIntegerField()),
                ('decision', models.CharField(choices=[('noted', 'noted, nothing follows'), ('warned', 'a warning'), ('penalty', 'penalty points'), ('adjusted', 'the result was changed'), ('dismissed', 'there was none')], max_length=12)),
                ('reason', models.TextField(blank=True, default='')),
                ('article', models.CharField(blank=True, default='', max_length=120)),
                ('adjustment', models.CharField(blank=True, default='', max_length=12)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='confirmation',
            name='confirmation_by_device_or_official',
        ),
        migrations.AddField(
            model_name='confirmation',
            name='proof',
            field=models.CharField(choices=[('tap', "a tap on the table's tablet"), ('pin', "the player's own PIN"), ('phone', "the player's own phone")], default='tap', max_length=8),
        ),
        migrations.AddField(
            model_name='devicelease',
            name='official',
            field=models.ForeignKey(blank=True, help_text='whose PIN took the table over from another device', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='leases_taken_over', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='devicelease',
            name='took_over',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='taken_by', to='referee.devicelease'),
        ),
        migrations.AddField(
            model_name='devicelease',
            name='waiting',
            field=models.PositiveSmallIntegerField(blank=True, help_text='how many items the device last said it still had to send', null=True),
        ),
        migrations.AddField(
            model_name='sheet',
            name='paper',
            field=models.BooleanField(default=False, help_text='keyed in from the paper record, as the second of two'),
        ),
        migrations.AddConstraint(
            model_name='confirmation',
            constraint=models.CheckConstraint(condition=models.Q(('proof__in', ['tap', 'pin', 'phone'])), name='confirmation_proof'),
        ),
        migrations.AddConstraint(
            model_name='confirmation',
            constraint=models.CheckConstraint(condition=models.Q(('lease__isnull', False), ('official__isnull', False), ('proof', 'phone'), _connector='OR'), name='confirmation_by_device_or_official'),
        ),
        migrations.AddConstraint(
            model_name='devicelease',
            constraint=models.CheckConstraint(condition=models.Q(('took_over__isnull', True), ('official__isnull', False), _connector='OR'), name='lease_taken_over_by_official'),
        ),
        migrations.AddConstraint(
            model_name='sheet',
            constraint=models.CheckConstraint(condition=models.Q(('paper', False), ('official__isnull', False), _connector='OR'), name='sheet_of_paper_by_official'),
        ),
        migrations.AddField(
            model_name='call',
            name='deal',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournaments.deal'),
        ),
        migrations.AddField(
            model_name='call',
            name='lease',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='referee.devicelease'),
        ),
        migrations.AddField(
            model_name='call',
            name='official',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='call',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournaments.table'),
        ),
        migrations.AddField(
            model_name='callstep',
            name='call',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='referee.call'),
        ),
        migrations.AddField(
            model_name='callstep',
            name='official',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='call_steps', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='irregularity',
            name='deal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='irregularities', to='tournaments.deal'),
        ),
        migrations.AddField(
            model_name='irregularity',
            name='sheet',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='irregularities', to='referee.sheet'),
        ),
        migrations.AddField(
            model_name='irregularityruling',
            name='irregularity',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='referee.irregularity'),
        ),
        migrations.AddField(
            model_name='irregularityruling',
            name='official',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='irregularity_rulings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='call',
            constraint=models.CheckConstraint(condition=models.Q(('reason__in', ['irregularity', 'claim', 'question', 'score', 'cards', 'device', 'other'])), name='call_reason'),
        ),
        migrations.AddConstraint(
            model_name='call',
            constraint=models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='call_has_key'),
        ),
        migrations.AddConstraint(
            model_name='callstep',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['called', 'on_the_way', 'at_the_table', 'deferred', 'done'])), name='call_step_state'),
        ),
        migrations.AddConstraint(
            model_name='callstep',
            constraint=models.UniqueConstraint(fields=('call', 'number'), name='call_step_number_once'),
        ),
        migrations.AddConstraint(
            model_name='irregularity',
            constraint=models.CheckConstraint(condition=models.Q(('code', ''), _negated=True), name='irregularity_has_code'),
        ),
        migrations.AddConstraint(
            model_name='irregularity',
            constraint=models.UniqueConstraint(fields=('sheet', 'code', 'seat', 'play'), name='irregularity_once'),
        ),
        migrations.AddConstraint(
            model_name='irregularityruling',
            constraint=models.CheckConstraint(condition=models.Q(('decision__in', ['noted', 'warned', 'penalty', 'adjusted', 'dismissed'])), name='irregularity_decision'),
        ),
        migrations.AddConstraint(
            model_name='irregularityruling',
            constraint=models.UniqueConstraint(fields=('irregularity', 'number'), name='irregularity_ruling_number_once'),
        ),
    ]
